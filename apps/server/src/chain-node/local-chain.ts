import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Clock, elapsedMs } from '@aerie/core/time'
import { backoff } from '@aerie/runtime/backoff'
import { coalesce } from '@aerie/runtime/coalesce'
import { every } from '@aerie/runtime/ticker'
import { takeLock } from '../db/embedded/instance-lock.ts'
import { makeFolder } from '../start-files.ts'
import { type AnvilProcess, type RpcAnswer, startAnvil } from './anvil-process.ts'
import { ChainTrouble } from './chain-trouble.ts'
import { impersonateOwner } from './local-owner.ts'
import { clearOrphan } from './node-note.ts'
import { latestBlock, type NodeRequest } from './node-requests.ts'
import { restoreChain } from './restore-chain.ts'
import { type Deployment, saveChain } from './state-file.ts'

export type LocalChainHealth = { readonly health: 'ok' | 'starting' | 'degraded'; readonly detail: string }

type Options = {
  /** An absolute path that exists; the chain lives in `chain` under it. */
  readonly dataDir: string
  readonly chainId: number
  readonly clock: Clock
  /** Puts the contracts on a chain that has none. */
  readonly furnish: (request: NodeRequest) => Promise<Deployment>
  /** Brings contracts of an earlier build up to this server's; undefined where there is nothing to do. What it throws is undone. */
  readonly renew?: (request: NodeRequest, deployment: Deployment) => Promise<{ deployment: Deployment; notice: string } | undefined>
  readonly onHealth: (health: LocalChainHealth) => void
  /** Told whenever more of the chain can no longer be lost: up to this block. */
  readonly onDurable?: (block: number) => void
  readonly say: (line: string) => void
}

/** How often the chain is tended: a block while somebody uses it, and a save where something has changed. */
const TEND_MS = 12_000
const USED_WITHIN_MS = 30_000
const PAUSE = { baseMs: 100, capMs: 30_000 }

/**
 * The chain that runs inside the product. It lives in the memory of a process of its own and is saved by us, whole and
 * atomically, after each transaction; what the product calls confirmed has been saved. When the process dies it is
 * started again from the newest copy.
 */
export class LocalChain {
  readonly #options: Options
  readonly #folder: string
  #node: AnvilProcess | undefined
  #release: (() => void) | undefined
  #instance = ''
  #deployment: Deployment | undefined
  #durable = { block: -1, hash: '' }
  #retry: NodeJS.Timeout | undefined
  #stopTending: (() => void) | undefined
  /** By the monotonic clock. */
  #lastUse = Number.NEGATIVE_INFINITY
  readonly #backoff = backoff(PAUSE)
  #isStopping = false
  /** What the operator must know for as long as this run lasts. */
  #notice: string | undefined
  #booting: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#folder = join(options.dataDir, 'chain')
  }

  /** The newest block that cannot be lost any more. */
  get durableBlock(): number {
    return this.#durable.block
  }
  /** Undefined until the contracts stand. */
  get deployment(): Deployment | undefined {
    return this.#node && this.#deployment
  }
  /** Of this chain and no other: a new DATA_DIR is a new chain. */
  get instance(): string {
    return this.#instance
  }

  /** Brings the chain up, and keeps trying where it does not come. Resolves after the first try. */
  async start(): Promise<void> {
    this.#options.onHealth({ health: 'starting', detail: 'the local chain is starting' })
    this.#stopTending = every(TEND_MS, () => this.tend())
    this.#booting = this.#boot()
    await this.#booting
  }

  /** Saves what is not saved yet and ends the process. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#retry)
    this.#stopTending?.()
    await this.#booting
    if (this.#node) {
      await this.flush().catch((error: unknown) => this.#options.say(`the local chain could not be saved while stopping: ${String(error)}`))
      await this.#node.stop()
      this.#node = undefined
    }
    this.#release?.()
    this.#release = undefined
  }

  /** Passes a request on and gives the answer as it is. @throws ChainTrouble while the chain is not up */
  ask = (method: string, params?: readonly unknown[]): Promise<RpcAnswer> => this.#up().ask(method, params)

  /** @throws ChainTrouble while the chain is not up, RpcRequestError where it refuses */
  request: NodeRequest = (method, params) => this.#up().request(method, params)

  /**
   * As `ask`, and nothing is answered that a crash could still take back: what the answer has seen is on the disk before
   * it is given.
   */
  read = async (method: string, params?: readonly unknown[]): Promise<RpcAnswer> => {
    const answer = await this.ask(method, params)
    await this.flush()
    return answer
  }

  /** Somebody looks: the clock on the chain goes on by blocks for a while. */
  noteUse(): void {
    this.#lastUse = elapsedMs(this.#options.clock)
  }

  /**
   * Resolves once all that the chain holds now is on the disk. Calls that come while a copy is being made share the next:
   * that one may have missed what they wait for.
   */
  readonly flush = coalesce(() => this.#save())

  /** What the timer does. */
  async tend(): Promise<void> {
    if (this.#node === undefined || this.#isStopping) return
    try {
      const { clock } = this.#options
      if (elapsedMs(clock) - this.#lastUse < USED_WITHIN_MS) await this.#mineUnlessHeld()
      await this.flush()
      this.#tell()
    } catch (error) {
      this.#options.onHealth({ health: 'degraded', detail: reasonOf(error) })
    }
  }

  /** Blocks that the owner of the machine has stopped at the node itself are his to make. */
  async #mineUnlessHeld(): Promise<void> {
    if ((await this.request('anvil_getAutomine')) === true) await this.request('evm_mine')
  }

  #up(): AnvilProcess {
    if (this.#node === undefined) throw new ChainTrouble('the local chain is not up')
    return this.#node
  }

  /** The block is asked for first: the copy then holds at least that much. */
  async #save(): Promise<void> {
    const head = await latestBlock(this.request)
    if (head.number === this.#durable.block && head.hash === this.#durable.hash) return
    await this.#write(head)
  }

  async #write(head: { number: number; hash: string }): Promise<void> {
    const state = String(await this.request('anvil_dumpState'))
    const savedAt = this.#options.clock.now()
    const deployment = this.#deployment ?? null
    try {
      await saveChain(this.#folder, { instance: this.#instance, savedAt, block: head.number, deployment, state })
    } catch (error) {
      throw new ChainTrouble(`the local chain could not be saved: ${reasonOf(error)}`, { cause: error })
    }
    this.#durable = { block: head.number, hash: head.hash }
    this.#options.onDurable?.(head.number)
  }

  async #boot(): Promise<void> {
    if (this.#isStopping) return
    try {
      makeFolder(this.#folder, 0o700)
      this.#release ??= takeLock(this.#folder)
      clearOrphan(this.#folder)
      await this.#bringUp()
      this.#backoff.reset()
      this.#tell()
    } catch (error) {
      this.#tryLater(reasonOf(error))
    }
  }

  async #bringUp(): Promise<void> {
    const { chainId, clock, furnish } = this.#options
    const { node, chain, notice } = await restoreChain({
      folder: this.#folder,
      now: clock.now(),
      begin: () => startAnvil({ folder: this.#folder, chainId }),
    })
    try {
      await impersonateOwner(node.request)
      this.#instance = chain?.instance ?? randomUUID()
      if (notice !== undefined) this.#note(notice)
      const renewed = chain?.deployment ? await this.#renewed(node.request, chain.deployment) : undefined
      this.#deployment = renewed ?? chain?.deployment ?? (await furnish(node.request))
      this.#node = node
      const head = await latestBlock(node.request)
      if (chain?.deployment && renewed === undefined) this.#durable = { block: head.number, hash: head.hash }
      else await this.#write(head)
      this.#options.onDurable?.(head.number)
    } catch (error) {
      this.#node = undefined
      await node.stop()
      throw error
    }
    void node.gone.then(() => this.#lost(node))
  }

  /** All or nothing: contracts that could not be renewed stay as they were. */
  async #renewed(request: NodeRequest, deployment: Deployment): Promise<Deployment | undefined> {
    const before = await request('evm_snapshot')
    try {
      const renewed = await this.#options.renew?.(request, deployment)
      if (renewed !== undefined) this.#note(renewed.notice)
      return renewed?.deployment
    } catch (error) {
      await request('evm_revert', [before])
      this.#options.say(`the contracts on the local chain could not be renewed: ${reasonOf(error)}`)
      return undefined
    }
  }

  #note(notice: string): void {
    this.#notice = this.#notice === undefined ? notice : `${this.#notice}; ${notice}`
    this.#options.say(notice)
  }

  #lost(node: AnvilProcess): void {
    if (this.#node !== node || this.#isStopping) return
    this.#node = undefined
    this.#tryLater("the local chain's process has ended")
  }

  #tryLater(reason: string): void {
    if (this.#isStopping) return
    const pause = this.#backoff.nextMs()
    this.#options.onHealth({ health: 'degraded', detail: `${reason}; trying again` })
    this.#options.say(`${reason}; trying again in ${pause} ms`)
    this.#retry = setTimeout(() => {
      this.#booting = this.#boot()
    }, pause).unref()
  }

  #tell(): void {
    if (this.#notice !== undefined) this.#options.onHealth({ health: 'degraded', detail: this.#notice })
    else this.#options.onHealth({ health: 'ok', detail: `local chain ${this.#options.chainId} runs` })
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.split('\n')[0] || error.name : String(error))
