import type { Clock } from '@aerie/core/time'
import { backoff } from '@aerie/runtime/backoff'
import { listenerSet } from '@aerie/runtime/listener-set'
import type { FastifyBaseLogger } from 'fastify'
import { ChainTrouble } from '../../../ops/chain-node/chain-trouble.ts'
import type { Database } from '../../../platform/db/client.ts'
import type { HealthRegistry } from '../../../platform/health/health-registry.ts'
import type { ChainHost } from '../chain/chain-host.ts'
import { withoutUrls } from '../chain/chain-unavailable.ts'
import { type ChainChange, ChainIndexer } from './chain-indexer.ts'
import { streamRepository } from './stream-repository.ts'

export type FollowDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly health: HealthRegistry
  readonly linkedAmong: (addresses: readonly string[]) => Promise<ReadonlySet<string>>
}

type Reading = { indexer: ChainIndexer | undefined; stream: number | undefined; trouble: string | undefined; hasLooked: boolean }

const PART = 'chain'

export function followChain(deps: FollowDeps, host: ChainHost) {
  const listeners = listenerSet<[change: ChainChange]>()
  const reading: Reading = { indexer: undefined, stream: undefined, trouble: undefined, hasLooked: false }
  const report = (): void => reportOn(deps.health, host, reading)
  const publish = (changes: readonly ChainChange[]): void => {
    for (const change of changes) listeners.emit(change)
  }
  const follower = new ChainFollower({
    indexer: {
      look: async (isStopping) => {
        reading.indexer ??= await openIndexer({ ...deps, onChange: publish, onRead: report }, host, reading)
        await reading.indexer.look(isStopping)
      },
    },
    everyMs: host.everyMs,
    onLooked: (error) => {
      noteLook(deps.logger, reading, error)
      report()
    },
  })
  report()
  return {
    stream: () => reading.stream,
    heights: () => reading.indexer?.heights,
    onChange: listeners.subscribe,
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

type IndexerListeners = Pick<ConstructorParameters<typeof ChainIndexer>[0], 'onChange' | 'onRead'>

async function openIndexer(
  { db, clock, linkedAmong, ...ears }: FollowDeps & IndexerListeners,
  host: ChainHost,
  reading: Reading,
): Promise<ChainIndexer> {
  const streams = streamRepository(db)
  const { key, fromBlock } = await host.origin(streams.hasStream)
  const stream = await streams.openStream(key, fromBlock)
  reading.stream = stream.id
  const { client, safeBlock, chain } = host
  const isSteady = chain.isLocal
  return new ChainIndexer({ db, client, clock, stream, contracts: host.contracts(), safeBlock, isSteady, linkedAmong, ...ears })
}

function reportOn(registry: HealthRegistry, host: ChainHost, { indexer, trouble, hasLooked }: Reading): void {
  const { health, detail } = host.health()
  if (health !== 'ok') registry.set(PART, health, detail)
  else if (trouble !== undefined) registry.set(PART, 'degraded', trouble)
  else if (indexer === undefined) registry.set(PART, 'starting', `${detail}; its events are not read yet`)
  else {
    const { seen, settled } = indexer.heights
    // Initial indexing may take long (a node may allow ten blocks per call): do not report it as a failure.
    if (hasLooked) registry.set(PART, 'ok', `${detail}; events read up to block ${seen}, final up to ${settled}`)
    else registry.set(PART, 'degraded', `${detail}; its events are being read, now at block ${seen}`)
  }
}

function noteLook(logger: FastifyBaseLogger, reading: Reading, error: unknown): void {
  const trouble = error === undefined ? undefined : troubleOf(error, reading.indexer?.heights.seen)
  if (trouble !== undefined && trouble !== reading.trouble) logger.warn({ err: withoutUrls(error), part: PART }, trouble)
  reading.trouble = trouble
  reading.hasLooked ||= error === undefined
}

/** For the status page: never includes a node's URL, which may contain a key. */
function troubleOf(error: unknown, seen: number | undefined): string {
  const upTo = seen === undefined ? '' : `; what is known is of block ${seen}`
  return error instanceof ChainTrouble ? `${error.message}${upTo}` : `the chain or its record does not answer${upTo}`
}

type Options = {
  readonly indexer: Pick<ChainIndexer, 'look'>
  readonly everyMs: number
  readonly onLooked: (error: unknown) => void
}

const PAUSE = { baseMs: 500, capMs: 60_000 }

/** Polls at a bounded rate, immediately when poked, with backoff while the chain is unavailable. */
class ChainFollower {
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isPoked = false
  #isStopping = false
  readonly #backoff = backoff(PAUSE)
  #pauseMs: number

  constructor(options: Options) {
    this.#options = options
    this.#pauseMs = options.everyMs
  }

  start(): void {
    this.poke()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    await this.#looking
  }

  poke(): void {
    if (this.#isStopping) return
    if (this.#looking !== undefined) this.#isPoked = true
    else this.#begin()
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined
      if (this.#isStopping) return
      if (this.#isPoked) this.#begin()
      else this.#timer = setTimeout(() => this.#begin(), this.#pauseMs).unref()
    })
  }

  async #look(): Promise<void> {
    this.#isPoked = false
    try {
      await this.#options.indexer.look(() => this.#isStopping)
      this.#backoff.reset()
      this.#pauseMs = this.#options.everyMs
      this.#options.onLooked(undefined)
    } catch (error) {
      this.#pauseMs = Math.max(this.#options.everyMs, this.#backoff.nextMs())
      this.#options.onLooked(error)
    }
  }
}
