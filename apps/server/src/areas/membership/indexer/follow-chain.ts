import type { Clock } from '@aerie/core/time'
import { backoff } from '@aerie/runtime/backoff'
import { listenerSet } from '@aerie/runtime/listener-set'
import type { FastifyBaseLogger } from 'fastify'
import { ChainTrouble } from '../../../ops/chain-node/node-requests.ts'
import type { Database } from '../../../platform/db/client.ts'
import { type Duties, DutyLost, demandTerm } from '../../../platform/duties/duty.ts'
import type { HealthRegistry } from '../../../platform/health/health-registry.ts'
import { type ChainHost, withoutUrls } from '../chain/chain-host.ts'
import { type ChainChange, ChainIndexer } from './chain-indexer.ts'
import { type StreamRow, streamRepository } from './event-repository.ts'

export type FollowDeps = {
  readonly db: Database
  readonly duties: Pick<Duties, 'work'>
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly health: HealthRegistry
  readonly linkedAmong: (addresses: readonly string[]) => Promise<ReadonlySet<string>>
}

type Heights = ChainIndexer['heights']
type Reading = {
  /** Of the duty; undefined while another process indexes. */
  term: number | undefined
  /** What another process has read. */
  others: Heights | undefined
  indexer: ChainIndexer | undefined
  stream: number | undefined
  trouble: string | undefined
  hasLooked: boolean
}

const PART = 'chain'

export function followChain(deps: FollowDeps, host: ChainHost) {
  const listeners = listenerSet<[change: ChainChange]>()
  const reading: Reading = {
    term: undefined,
    others: undefined,
    indexer: undefined,
    stream: undefined,
    trouble: undefined,
    hasLooked: false,
  }
  const report = (): void => reportOn(deps.health, host, reading)
  const publish = (changes: readonly ChainChange[]): void => {
    for (const change of changes) listeners.emit(change)
  }
  const follower = new ChainFollower({
    indexer: {
      look: async (isStopping) => {
        if (holding !== undefined && reading.term === undefined) return readOthers(deps.db, host, reading)
        reading.indexer ??= await openIndexer({ ...deps, onChange: publish, onRead: report }, host, reading)
        await reading.indexer.look(isStopping).catch(unlessLost)
      },
    },
    everyMs: host.everyMs,
    onLooked: (error) => {
      noteLook(deps.logger, reading, error)
      report()
    },
  })
  // A local chain belongs to this process, which alone can read it.
  const holding = host.chain.isLocal
    ? undefined
    : deps.duties.work({
        name: INDEXER_DUTY,
        begin: (term) => {
          Object.assign(reading, { term, indexer: undefined })
          follower.poke()
          return () => void Object.assign(reading, { term: undefined, indexer: undefined })
        },
        onError: (error) => deps.logger.warn({ err: error, part: PART }, 'the duty of the chain could not be taken; trying again'),
      })
  report()
  return {
    stream: () => reading.stream,
    heights: () => heightsOf(reading),
    onChange: listeners.subscribe,
    start: async (): Promise<void> => {
      await host.start({ onNews: () => follower.poke(), onHealth: report })
      holding?.start()
      follower.start()
    },
    stop: async (): Promise<void> => {
      await follower.stop()
      await holding?.stop()
      await host.stop()
    },
  }
}

const INDEXER_DUTY = 'indexer'

const heightsOf = ({ indexer, others }: Reading): Heights | undefined => indexer?.heights ?? others

/** The next look finds out who indexes. */
function unlessLost(error: unknown): void {
  if (!(error instanceof DutyLost)) throw error
}

async function readOthers(db: Database, host: ChainHost, reading: Reading): Promise<void> {
  const { id, seen, settled } = await openStream(db, host)
  reading.stream = id
  reading.others = { seen, settled }
}

async function openStream(db: Database, host: ChainHost): Promise<StreamRow> {
  const streams = streamRepository(db)
  const { key, fromBlock } = await host.origin(streams.hasStream)
  return streams.openStream(key, fromBlock)
}

type IndexerListeners = Pick<ConstructorParameters<typeof ChainIndexer>[0], 'onChange' | 'onRead'>

async function openIndexer(
  { db, clock, linkedAmong, ...ears }: FollowDeps & IndexerListeners,
  host: ChainHost,
  reading: Reading,
): Promise<ChainIndexer> {
  const { term } = reading
  const stream = await openStream(db, host)
  reading.stream = stream.id
  const { client, safeBlock, chain } = host
  return new ChainIndexer({
    db,
    client,
    clock,
    stream,
    contracts: host.contracts(),
    safeBlock,
    isSteady: chain.isLocal,
    linkedAmong,
    ...(term !== undefined && { fence: (tx) => demandTerm(tx, { name: INDEXER_DUTY, term }) }),
    ...ears,
  })
}

function reportOn(registry: HealthRegistry, host: ChainHost, reading: Reading): void {
  const { trouble, hasLooked } = reading
  const heights = heightsOf(reading)
  const { health, detail } = host.health()
  if (health !== 'ok') registry.set(PART, health, detail)
  else if (trouble !== undefined) registry.set(PART, 'degraded', trouble)
  else if (heights === undefined) registry.set(PART, 'starting', `${detail}; its events are not read yet`)
  else {
    const { seen, settled } = heights
    // Initial indexing may take long (a node may allow ten blocks per call): do not report it as a failure.
    if (hasLooked) registry.set(PART, 'ok', `${detail}; events read up to block ${seen}, final up to ${settled}`)
    else registry.set(PART, 'degraded', `${detail}; its events are being read, now at block ${seen}`)
  }
}

function noteLook(logger: FastifyBaseLogger, reading: Reading, error: unknown): void {
  const trouble = error === undefined ? undefined : troubleOf(error, heightsOf(reading)?.seen)
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
