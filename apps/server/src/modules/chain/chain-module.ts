import type { Clock } from '@aerie/core/time'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { PublicClient } from 'viem'
import { ChainTrouble } from '../../chain-node/chain-trouble.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/client.ts'
import type { Authentication } from '../accounts/authentication.ts'
import type { PartsBoard } from '../status/parts-board.ts'
import type { ChainFacts } from './chain-facts.ts'
import { ChainFollower } from './chain-follower.ts'
import { chainHistory } from './chain-history.ts'
import type { ChainHost } from './chain-host.ts'
import { type ChainChange, ChainIndexer } from './chain-indexer.ts'
import { chainReaders } from './chain-readers.ts'
import { localHost } from './local-host.ts'
import { remoteHost } from './remote-host.ts'
import { rpcGate } from './rpc-gate.ts'
import { rpcRoutes } from './rpc-routes.ts'
import { streamRepository } from './stream-repository.ts'
import { testFundsRoutes } from './test-funds-routes.ts'
import { testFundsService } from './test-funds-service.ts'

type Deps = {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly board: PartsBoard
  readonly isWalletLinked: (userId: string, address: string) => Promise<boolean>
  /** Of these addresses (lower case), those that a user has linked. */
  readonly linkedAmong: (addresses: readonly string[]) => Promise<ReadonlySet<string>>
}

export type ChainModule = ReturnType<typeof chainModule>

const PART = 'chain'

/** The chain: ours inside the product, or one elsewhere. What is read of it, and what reaches it from outside. */
export function chainModule(deps: Deps) {
  const { config, db, clock, logger, isWalletLinked } = deps
  const say = (line: string): void => logger.warn({ part: PART }, line)
  const urls = config.CHAIN_RPC_URL
  const ours = urls === undefined ? localHost({ dataDir: config.DATA_DIR, clock, say }) : undefined
  const host: ChainHost = ours ?? remoteHost({ config, urls: urls ?? [], clock, say })
  const following = followHost(deps, host)

  return {
    /** Reads only. For what the readers below do not know: signatures of contract wallets, say. */
    client: host.client as PublicClient,
    readers: chainReaders(host),
    history: chainHistory(db, following.stream),
    /** Up to which block the events have been read, and up to which they count. */
    heights: following.heights,
    isLocal: host.chain.isLocal,
    facts: (): ChainFacts => ({ ...host.chain, contracts: host.contracts() }),
    /** Calls back when events of an account were seen, settled or undone. @returns the way to stop that */
    onChange: following.onChange,
    register: async (app: FastifyInstance, requireUser: Authentication['requireUser']): Promise<void> => {
      if (ours === undefined) return
      await app.register(rpcRoutes({ ask: rpcGate(ours.local, host.chain.id), clock }))
      const funds = testFundsService({ db, clock, local: ours.local, stream: following.stream, isWalletLinked })
      await app.register(testFundsRoutes({ funds, requireUser }))
    },
    start: following.start,
    stop: following.stop,
  }
}

type Listener = (change: ChainChange) => void

/** Reads a chain's events for as long as the server runs, and reports how both are. */
function followHost({ db, clock, logger, board, linkedAmong }: Deps, host: ChainHost) {
  const listeners = new Set<Listener>()
  let indexer: ChainIndexer | undefined
  let stream: number | undefined
  let trouble: string | undefined
  let hasLooked = false

  const publish = (changes: readonly ChainChange[]): void => {
    for (const change of changes) for (const listener of listeners) listener(change)
  }
  const report = (): void => {
    const { health, detail } = host.health()
    if (health !== 'ok') board.set(PART, health, detail)
    else if (trouble !== undefined) board.set(PART, 'degraded', trouble)
    else if (!hasLooked) board.set(PART, 'starting', `${detail}; its events are being read`)
    else board.set(PART, 'ok', `${detail}; events read up to block ${indexer?.heights.seen}, final up to ${indexer?.heights.settled}`)
  }
  const open = async (): Promise<ChainIndexer> => {
    const streams = streamRepository(db)
    const { key, fromBlock } = await host.origin(streams.hasStream)
    const row = await streams.openStream(key, fromBlock)
    stream = row.id
    const { client, safeBlock } = host
    return new ChainIndexer({ db, client, clock, stream: row, contracts: host.contracts(), safeBlock, linkedAmong, onChange: publish })
  }
  const look = async (isStopping?: () => boolean): Promise<void> => {
    indexer ??= await open()
    await indexer.look(isStopping)
  }
  const follower = new ChainFollower({
    indexer: { look },
    everyMs: host.everyMs,
    onLooked: (error) => {
      const now = error === undefined ? undefined : troubleOf(error, indexer?.heights.seen)
      if (now !== undefined && now !== trouble) logger.warn({ err: error, part: PART }, now)
      trouble = now
      hasLooked ||= error === undefined
      report()
    },
  })
  report()
  return {
    stream: () => stream,
    heights: () => indexer?.heights,
    onChange: (listener: Listener): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: async (): Promise<void> => {
      await host.start({ onNews: () => follower.poke(), onHealth: report })
      follower.start()
    },
    stop: async (): Promise<void> => {
      await follower.stop()
      await host.stop()
    },
  }
}

/** In words, for the status page: no address of a node, which may hold a key. */
function troubleOf(error: unknown, seen: number | undefined): string {
  const upTo = seen === undefined ? '' : `; what is known is of block ${seen}`
  return error instanceof ChainTrouble ? `${error.message}${upTo}` : `the chain or its record does not answer${upTo}`
}
