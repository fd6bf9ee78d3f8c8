import type { Address, ContractName } from '@aerie/chain/contracts'
import {
  newestBlock,
  readPaidUntil,
  readPlans,
  readPool,
  readPosition,
  readTier,
  readTokenBalance,
  readVesting,
} from '@aerie/chain/readings'
import { type Clock, SECOND_MS } from '@aerie/core/time'
import type { FastifyInstance } from 'fastify'
import { BlockNotFoundError, createPublicClient, type PublicClient, webSocket } from 'viem'
import type { Config } from '../../../config.ts'
import { ChainTrouble } from '../../../ops/chain-node/node-requests.ts'
import { watchedAddresses } from '../indexer/chain-event.ts'
import { chainHistory } from '../indexer/event-repository.ts'
import { type FollowDeps, followChain } from '../indexer/follow-chain.ts'
import { ExecutionQueue } from '../rpc/execution-queue.ts'
import { rpcGate } from '../rpc/rpc-gate.ts'
import { rpcRoutes } from '../rpc/rpc-routes.ts'
import { testFundsRoutes } from '../test-funds/test-funds-routes.ts'
import { testFundsService } from '../test-funds/test-funds-service.ts'
import { chainClient, remoteTransport } from './chain-client.ts'
import { type ChainFacts, type ChainHost, chainOf, configuredContracts, type HostListener, orUnavailable } from './chain-host.ts'
import { isUnreachable } from './endpoint-transport.ts'
import { localHost } from './local-host.ts'

type Deps = FollowDeps & {
  readonly config: Config
  readonly isWalletLinked: (userId: string, address: string) => Promise<boolean>
}

export type ChainModule = ReturnType<typeof chainModule>

const PART = 'chain'

export function chainModule(deps: Deps) {
  const { config, db, clock, logger, isWalletLinked } = deps
  const print = (line: string): void => logger.warn({ part: PART }, line)
  const urls = config.CHAIN_RPC_URL
  const ours = urls === undefined ? localHost({ dataDir: config.DATA_DIR, clock, print }) : undefined
  const host: ChainHost = ours ?? remoteHost({ config, urls: urls ?? [], clock, print })
  const following = followChain(deps, host)

  return {
    name: PART,
    client: host.client as PublicClient,
    readers: chainReaders(host),
    history: chainHistory(db, following.stream),
    heights: following.heights,
    isLocal: host.chain.isLocal,
    facts: (): ChainFacts => ({ ...host.chain, contracts: host.contracts() }),
    /** Notifies of events seen, settled or undone. @returns unsubscribe function */
    onChange: following.onChange,
    routes: async (app: FastifyInstance): Promise<void> => {
      if (ours === undefined) return
      const ask = rpcGate({ node: ours.local, chainId: host.chain.id, executions: new ExecutionQueue(clock) })
      await app.register(rpcRoutes({ ask, clock }))
      const funds = testFundsService({ db, clock, local: ours.local, stream: following.stream, isWalletLinked })
      await app.register(testFundsRoutes({ funds }))
    },
    start: following.start,
    stop: following.stop,
  }
}

/** Each read is at one block. Unreadable values are `unavailable`, never zero. */
export function chainReaders({ client, contracts, touch }: Pick<ChainHost, 'client' | 'contracts' | 'touch'>) {
  const addressOf = (name: ContractName): Address => {
    const address = contracts()[name]
    if (address === undefined) throw new ChainTrouble(`the address of the ${name} contract is not known yet`)
    return address
  }
  const read = <T>(reading: () => Promise<T>): Promise<T> => {
    touch()
    return orUnavailable(async () => reading())
  }
  return {
    newestBlock: () => read(() => newestBlock(client)),
    tier: (account: Address) =>
      read(async () => {
        const at = await newestBlock(client)
        return { at, ...(await readTier(client, { utils: addressOf('utils'), account, at })) }
      }),
    /** 0 and `isKnown: false` if node and token query both fail. @throws never */
    balance: async (account: Address) => {
      const token = contracts().token
      if (token === undefined) return { amount: 0n, isKnown: false, source: 'none' } as const
      return readTokenBalance(client, { token, account })
    },
    position: (account: Address, page = 1) =>
      read(async () => readPosition(client, { token: addressOf('token'), staking: addressOf('staking'), account, page })),
    vesting: (account: Address) => read(async () => readVesting(client, { vesting: addressOf('vesting'), account })),
    pool: () => read(async () => readPool(client, { staking: addressOf('staking') })),
    plans: () => read(async () => readPlans(client, { subscriptions: addressOf('subscriptions') })),
    paidUntil: (account: Address) => read(async () => readPaidUntil(client, { subscriptions: addressOf('subscriptions'), account })),
  }
}

type Options = { readonly config: Config; readonly urls: readonly string[]; readonly clock: Clock; readonly print: (line: string) => void }

/** A stake shows within two seconds of its block; five blocks a second are too many to follow individually. */
const POLL_MS = SECOND_MS
const SLOW_POLL_MS = 4 * SECOND_MS

export function remoteHost({ config, urls, clock, print }: Options): ChainHost {
  const chain = chainOf(config)
  const contracts = configuredContracts(config)
  const client = chainClient(chain, remoteTransport(urls, { chainId: chain.id, clock, print }))
  const socketUrl = urls.find((url) => url.startsWith('ws'))
  let unfollow: (() => void) | undefined
  return {
    chain,
    client,
    contracts: () => contracts,
    origin: async (isKnown) => {
      const watched = watchedAddresses(contracts)
      const key = `${chain.id}:${watched.map((address) => address.toLowerCase()).join(':')}`
      if (config.CHAIN_FROM_BLOCK !== undefined) return { key, fromBlock: config.CHAIN_FROM_BLOCK }
      const fromBlock = (await isKnown(key)) ? 0 : await deploymentBlock(client, watched)
      if (fromBlock === undefined) throw new ChainTrouble(NO_ORIGIN)
      return { key, fromBlock }
    },
    safeBlock: async () => {
      try {
        return Number((await client.getBlock({ blockTag: 'safe' })).number)
      } catch (error) {
        if (isUnreachable(error)) throw error
        // Without the tag nothing counts as final, and the status says so.
        return error instanceof BlockNotFoundError || 'code' in Object(error) ? undefined : Promise.reject(error)
      }
    },
    touch: () => undefined,
    everyMs: socketUrl === undefined ? POLL_MS : SLOW_POLL_MS,
    health: () => ({ health: 'ok', detail: chain.name }),
    start: async (listener) => {
      if (socketUrl !== undefined) unfollow = followLogs(socketUrl, watchedAddresses(contracts), listener)
    },
    stop: async () => unfollow?.(),
  }
}

const NO_ORIGIN =
  'the block in which the contracts were deployed could not be found: their addresses are wrong, or no node keeps old state; set CHAIN_FROM_BLOCK'

/** Log subscription; logs missed while disconnected are found by the next poll. */
function followLogs(url: string, address: `0x${string}`[], { onNews }: HostListener): () => void {
  const client = createPublicClient({ transport: webSocket(url, { reconnect: { attempts: Number.MAX_SAFE_INTEGER, delay: 2_000 } }) })
  return client.watchEvent({ address, onLogs: onNews, onError: () => undefined })
}

/** Binary search, about 30 queries per contract. Needs an archive node; undefined otherwise. */
async function deploymentBlock(client: PublicClient, contracts: readonly `0x${string}`[]): Promise<number | undefined> {
  const head = Number(await client.getBlockNumber())
  const found = await Promise.all(contracts.map((address) => firstWithCode(client, address, head)))
  return found.includes(undefined) ? undefined : Math.min(...found.filter((block) => block !== undefined))
}

async function firstWithCode(client: PublicClient, address: `0x${string}`, head: number): Promise<number | undefined> {
  const hasCode = async (block: number): Promise<boolean> => (await client.getCode({ address, blockNumber: BigInt(block) })) !== undefined
  try {
    if (!(await hasCode(head))) return undefined
    let [without, withCode] = [-1, head]
    while (withCode - without > 1) {
      const middle = Math.floor((without + withCode) / 2)
      if (await hasCode(middle)) withCode = middle
      else without = middle
    }
    return withCode
  } catch {
    return undefined
  }
}
