import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Clock, elapsedMs } from '@aerie/core/time'
import { backoff } from '@aerie/runtime/backoff'
import { coalesce } from '@aerie/runtime/coalesce'
import { every } from '@aerie/runtime/ticker'
import { takeLock } from '../../platform/db/embedded/instance-lock.ts'
import { makeFolder } from '../../start-files.ts'
import { type AnvilProcess, type RpcAnswer, startAnvil } from './anvil-process.ts'
import { impersonateOwner } from './local-owner.ts'
import { clearOrphan } from './node-note.ts'
import { ChainTrouble, latestBlock, type NodeRequest } from './node-requests.ts'
import { type Deployment, type SavedChain, saveChain, savedCopies, setAside } from './state-file.ts'

export type LocalChainHealth = { readonly health: 'ok' | 'starting' | 'degraded'; readonly detail: string }

type Options = {
  readonly dataDir: string
  readonly chainId: number
  readonly clock: Clock
  readonly furnish: (request: NodeRequest) => Promise<Deployment>
  /** Upgrades contracts of an earlier build; undefined if there is nothing to do. Rolled back if it throws. */
  readonly renew?: (request: NodeRequest, deployment: Deployment) => Promise<{ deployment: Deployment; notice: string } | undefined>
  readonly onHealth: (health: LocalChainHealth) => void
  readonly onDurable?: (block: number) => void
  readonly print: (line: string) => void
}

/** Interval for mining a block while the chain is in use, and for saving changes. */
const TEND_MS = 12_000
const USED_WITHIN_MS = 30_000
const PAUSE = { baseMs: 100, capMs: 30_000 }

/** The embedded chain, in its own process: saved atomically after each transaction, restarted from the newest copy if it dies. */
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
  /** Monotonic clock. */
  #lastUse = Number.NEGATIVE_INFINITY
  readonly #backoff = backoff(PAUSE)
  #isStopping = false
  #notice: string | undefined
  #booting: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#folder = join(options.dataDir, 'chain')
  }

  /** The newest block that is saved to disk. */
  get durableBlock(): number {
    return this.#durable.block
  }
  get deployment(): Deployment | undefined {
    return this.#node && this.#deployment
  }
  /** Unique per chain: a new DATA_DIR is a new chain. */
  get instance(): string {
    return this.#instance
  }

  async start(): Promise<void> {
    this.#options.onHealth({ health: 'starting', detail: 'the local chain is starting' })
    this.#stopTending = every(TEND_MS, () => this.tend())
    this.#booting = this.#boot()
    await this.#booting
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#retry)
    this.#stopTending?.()
    await this.#booting
    if (this.#node) {
      await this.flush().catch((error: unknown) =>
        this.#options.print(`the local chain could not be saved while stopping: ${String(error)}`),
      )
      await this.#node.stop()
      this.#node = undefined
    }
    this.#release?.()
    this.#release = undefined
  }

  ask = (method: string, params?: readonly unknown[]): Promise<RpcAnswer> => this.#up().ask(method, params)

  request: NodeRequest = (method, params) => this.#up().request(method, params)

  /** Like `ask`, but the observed state is on disk before the response is returned, so a crash cannot revert it. */
  read = async (method: string, params?: readonly unknown[]): Promise<RpcAnswer> => {
    const answer = await this.ask(method, params)
    await this.flush()
    return answer
  }

  /** Keeps mining blocks for a while, so that chain time advances. */
  noteUse(): void {
    this.#lastUse = elapsedMs(this.#options.clock)
  }

  /** Resolves once the current state is on disk. Calls during a save share the next one. */
  readonly flush = coalesce(() => this.#save())

  async tend(): Promise<void> {
    if (this.#node === undefined || this.#isStopping) return
    try {
      const { clock } = this.#options
      if (elapsedMs(clock) - this.#lastUse < USED_WITHIN_MS) await this.#mineUnlessHeld()
      await this.flush()
      this.#reportHealth()
    } catch (error) {
      this.#options.onHealth({ health: 'degraded', detail: reasonOf(error) })
    }
  }

  /** If the machine's owner has paused mining at the node, does not mine. */
  async #mineUnlessHeld(): Promise<void> {
    if ((await this.request('anvil_getAutomine')) === true) await this.request('evm_mine')
  }

  #up(): AnvilProcess {
    if (this.#node === undefined) throw new ChainTrouble('the local chain is not up')
    return this.#node
  }

  /** Reads the block number first: the copy then contains at least that block. */
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
      this.#reportHealth()
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

  /** All or nothing: if the upgrade fails, the contracts stay as they were. */
  async #renewed(request: NodeRequest, deployment: Deployment): Promise<Deployment | undefined> {
    const before = await request('evm_snapshot')
    try {
      const renewed = await this.#options.renew?.(request, deployment)
      if (renewed !== undefined) this.#note(renewed.notice)
      return renewed?.deployment
    } catch (error) {
      await request('evm_revert', [before])
      this.#options.print(`the contracts on the local chain could not be renewed: ${reasonOf(error)}`)
      return undefined
    }
  }

  #note(notice: string): void {
    this.#notice = this.#notice === undefined ? notice : `${this.#notice}; ${notice}`
    this.#options.print(notice)
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
    this.#options.print(`${reason}; trying again in ${pause} ms`)
    this.#retry = setTimeout(() => {
      this.#booting = this.#boot()
    }, pause).unref()
  }

  #reportHealth(): void {
    if (this.#notice !== undefined) this.#options.onHealth({ health: 'degraded', detail: this.#notice })
    else this.#options.onHealth({ health: 'ok', detail: `local chain ${this.#options.chainId} runs` })
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.split('\n')[0] || error.name : String(error))

type Restoring = {
  readonly folder: string
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly begin: () => Promise<AnvilProcess>
}

type Restored = { readonly node: AnvilProcess; readonly chain: SavedChain | undefined; readonly notice: string | undefined }

/** Unusable copies are set aside and reported; if all are unusable, no new chain is started. @throws ChainTrouble */
async function restoreChain({ folder, now, begin }: Restoring): Promise<Restored> {
  const copies = savedCopies(folder)
  if (copies.length === 0) return { node: await begin(), chain: undefined, notice: undefined }
  const damaged: string[] = []
  for (const copy of copies) {
    const node = 'chain' in copy ? await begunWith(copy.chain, begin, now) : undefined
    if (node !== undefined && 'chain' in copy) {
      const aside = damaged.map((file) => setAside(folder, file, now))
      return { node, chain: copy.chain, notice: aside.length === 0 ? undefined : noticeOf(copy.chain, aside) }
    }
    damaged.push(copy.file)
  }
  throw new ChainTrouble(
    `no saved copy of the local chain can be used (${damaged.join(', ')} in ${folder}): put a backup there, or move the folder away to begin a new chain`,
  )
}

const noticeOf = ({ block, savedAt }: SavedChain, aside: readonly string[]): string =>
  `the newest copy of the local chain could not be used and is kept as ${aside.join(', ')}; the one before it, of block ${block}, saved ${new Date(savedAt).toISOString()}, was loaded: what came after it is lost`

async function begunWith(chain: SavedChain, begin: () => Promise<AnvilProcess>, now: number): Promise<AnvilProcess | undefined> {
  const node = await begin()
  const { result } = await node.ask('anvil_loadState', [chain.state])
  const head = await latestBlock(node.request)
  if (result === true && head.number === chain.block) {
    await keepTimeGoingOn(node.request, head.timestamp, now)
    return node
  }
  await node.stop()
  return undefined
}

/** If the newest block is ahead of the machine's clock, chain time continues from it: contracts need monotonic time. */
async function keepTimeGoingOn(request: AnvilProcess['request'], newest: number, now: number): Promise<void> {
  if (newest * 1_000 > now) await request('evm_setTime', [newest + 1])
}
