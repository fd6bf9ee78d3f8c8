import type { ContractAddresses } from '@aerie/chain/contracts'
import { defined } from '@aerie/core/defined'
import { type Clock, elapsedMs, HOUR_MS } from '@aerie/core/time'
import type { PublicClient } from 'viem'
import type { Db } from '../../../platform/db/client.ts'
import { isUnreachable } from '../chain/endpoint-transport.ts'
import { ALL_EVENTS, type ChainEvent, eventsOf, watchedAddresses } from './chain-event.ts'
import { type EventRow, eventRepository, type StreamRow, streamRepository } from './event-repository.ts'

export type ChainChange = { readonly account: string; readonly block: number; readonly kind: 'seen' | 'settled' | 'undone' }

type Options = {
  readonly db: Db
  readonly client: PublicClient
  readonly clock: Clock
  readonly stream: StreamRow
  readonly contracts: ContractAddresses
  readonly safeBlock: () => Promise<number | undefined>
  /** Whether a single node responds. Otherwise the next response may come from a lagging node. */
  readonly isSteady: boolean
  readonly linkedAmong: (accounts: readonly string[]) => Promise<ReadonlySet<string>>
  readonly onChange: (changes: readonly ChainChange[]) => void
  readonly onRead?: () => void
  readonly largestRange?: number
  /** First in each transaction. @throws if another process indexes by now */
  readonly fence?: (tx: Db) => Promise<void>
}

/** Newer nodes include the block time in logs. */
type TimedLog = { readonly blockNumber?: bigint | null | undefined; readonly blockTimestamp?: bigint | null | undefined }

type Head = { readonly number: number; readonly hash: string; readonly parentHash: string }

/** Enough to find the common ancestor of a fork; the deepest on Base are a few blocks. */
const CHECKPOINTS_KEPT = 300

/** A reorganisation during a read: its result is discarded and the next poll starts over. */
class ChainMoved extends Error {
  override readonly name = 'ChainMoved'
}

/** Indexes events when a block appears, for display, and again once final: the second read is authoritative. */
export class ChainIndexer {
  readonly #options: Options
  readonly #range: RangeSize
  #settled: number
  #seen: number
  #lastHead: string | undefined

  constructor(options: Options) {
    this.#options = options
    this.#range = new RangeSize(options.largestRange)
    this.#settled = options.stream.settled
    this.#seen = options.stream.seen
  }

  get heights(): { readonly seen: number; readonly settled: number } {
    return { seen: this.#seen, settled: this.#settled }
  }

  async look(isStopping: () => boolean = () => false): Promise<void> {
    try {
      const head = await this.#blockAt('latest')
      const safe = await this.#options.safeBlock()
      const key = `${head.hash} ${safe}`
      if (key === this.#lastHead || (await this.#isBehind(head))) return
      await this.#undoReorganised(head)
      await this.#read(Math.min(safe ?? -1, head.number), true, isStopping)
      await this.#read(head.number, false, isStopping)
      if (this.#seen >= head.number) this.#lastHead = key
    } catch (error) {
      if (!(error instanceof ChainMoved)) throw error
    }
  }

  async #blockAt(at: number | 'latest'): Promise<Head> {
    const { client } = this.#options
    const { number, hash, parentHash } =
      at === 'latest' ? await client.getBlock({ blockTag: 'latest' }) : await client.getBlock({ blockNumber: BigInt(at) })
    return { number: Number(number), hash, parentHash }
  }

  async #hashAt(block: number, head: Head): Promise<string | undefined> {
    if (block > head.number) return undefined
    if (block === head.number) return head.hash
    return block === head.number - 1 ? head.parentHash : (await this.#blockAt(block)).hash
  }

  /** Whether the indexed block is still canonical; true if nothing was read. */
  async #isCanonical(block: number, head: Head): Promise<boolean> {
    const { db, stream } = this.#options
    const checkpoint = await streamRepository(db).checkpointAt(stream.id, block)
    return checkpoint === undefined ? block < stream.fromBlock : (await this.#hashAt(block, head)) === checkpoint.hash
  }

  /** Whether a head below the indexed blocks comes from a lagging node. A shorter fork looks the same until it outgrows them. */
  async #isBehind(head: Head): Promise<boolean> {
    const { db, stream, isSteady } = this.#options
    if (isSteady || head.number >= this.#seen) return false
    // Without a hash at that height, waiting is only safe if nothing is settled.
    const [newest] = await streamRepository(db).checkpointsBelow(stream.id, head.number + 1)
    return this.#isCanonical(newest?.block ?? this.#settled, head)
  }

  async #undoReorganised(head: Head): Promise<void> {
    if (await this.#isCanonical(this.#seen, head)) return
    if (await this.#isCanonical(this.#settled, head)) return this.#undoAbove(this.#settled)
    const { db, stream } = this.#options
    for (const { block } of await streamRepository(db).checkpointsBelow(stream.id, this.#settled)) {
      if (await this.#isCanonical(block, head)) return this.#undoAbove(block)
    }
    return this.#undoAbove(stream.fromBlock - 1)
  }

  async #undoAbove(block: number): Promise<void> {
    const { db, stream, onChange } = this.#options
    const settled = Math.min(block, this.#settled)
    const undone = await db.transaction(async (tx) => {
      await this.#options.fence?.(tx)
      const streams = streamRepository(tx)
      await streams.dropCheckpointsAbove(stream.id, block)
      await streams.setHeights(stream.id, { settled, seen: block })
      return eventRepository(tx).deleteEventsAbove(stream.id, block)
    })
    this.#settled = settled
    this.#seen = block
    onChange(changesOf(undone, 'undone'))
  }

  async #read(to: number, isSettled: boolean, isStopping: () => boolean): Promise<void> {
    for (;;) {
      const from = (isSettled ? this.#settled : Math.max(this.#seen, this.#settled)) + 1
      if (from > to || isStopping()) return
      await this.#readRange(from, Math.min(to, from + this.#range.blocks - 1), isSettled)
    }
  }

  /** The end block's hash must be equal before and after reading, or the logs may be of two forks. */
  async #readRange(from: number, to: number, isSettled: boolean): Promise<void> {
    const { contracts, clock } = this.#options
    const end = await this.#blockAt(to)
    const logs = await this.#logsOf(from, to)
    if (logs === undefined) return
    this.#range.answered(to - from + 1, elapsedMs(clock))
    if ((await this.#blockAt(to)).hash !== end.hash) throw new ChainMoved()
    const events = await this.#withoutForeign(eventsOf(logs, contracts))
    await this.#store({ from, to, hash: end.hash }, await this.#withTimes(events, logs), isSettled)
  }

  async #logsOf(from: number, to: number) {
    const { client, contracts, clock } = this.#options
    try {
      const address = watchedAddresses(contracts)
      return await client.getLogs({ address, events: ALL_EVENTS, fromBlock: BigInt(from), toBlock: BigInt(to) })
    } catch (error) {
      if (isUnreachable(error)) this.#range.unanswered()
      else if (this.#range.refused(to - from + 1, elapsedMs(clock))) return undefined
      throw error
    }
  }

  /** Drops transfers between unlinked accounts. */
  async #withoutForeign(events: readonly ChainEvent[]): Promise<ChainEvent[]> {
    const transfers = events.filter(({ contract }) => contract === 'token')
    const linked = await this.#options.linkedAmong([...new Set(transfers.flatMap(({ accounts }) => accounts))])
    return events.filter(({ contract, accounts }) => contract !== 'token' || accounts.some((account) => linked.has(account)))
  }

  async #withTimes(events: readonly ChainEvent[], logs: readonly TimedLog[]) {
    const times = new Map<number, Date>()
    for (const log of logs) {
      const { blockNumber, blockTimestamp } = log
      if (typeof blockNumber === 'bigint' && typeof blockTimestamp === 'bigint') times.set(Number(blockNumber), dateOf(blockTimestamp))
    }
    const { client } = this.#options
    for (const block of new Set(events.map((event) => event.block))) {
      if (times.has(block)) continue
      times.set(block, dateOf((await client.getBlock({ blockNumber: BigInt(block) })).timestamp))
    }
    return events.map((event) => ({ ...event, accounts: [...event.accounts], at: defined(times.get(event.block)) }))
  }

  async #store(
    { from, to, hash }: { from: number; to: number; hash: string },
    events: readonly (ChainEvent & { accounts: string[]; at: Date })[],
    isSettled: boolean,
  ): Promise<void> {
    const { db, stream, onChange } = this.#options
    const heights = { settled: isSettled ? to : this.#settled, seen: Math.max(this.#seen, to) }
    const { gone, fresh } = await db.transaction(async (tx) => {
      await this.#options.fence?.(tx)
      const gone = isSettled ? await this.#deleteStale(tx, { from, to }, events) : []
      const fresh = await eventRepository(tx).upsertEvents(events.map((event) => ({ ...event, stream: stream.id, isSettled })))
      const streams = streamRepository(tx)
      await streams.saveCheckpoint(stream.id, { block: to, hash })
      await streams.thinCheckpoints(stream.id, { ...heights, keep: CHECKPOINTS_KEPT })
      await streams.setHeights(stream.id, heights)
      return { gone, fresh }
    })
    this.#settled = heights.settled
    this.#seen = heights.seen
    onChange([...changesOf(gone, 'undone'), ...changesOf(fresh, isSettled ? 'settled' : 'seen')])
    this.#options.onRead?.()
  }

  async #deleteStale(tx: Db, range: { from: number; to: number }, events: readonly ChainEvent[]): Promise<EventRow[]> {
    const stored = eventRepository(tx)
    const there = new Set(events.map(identityOf))
    const gone = (await stored.eventsWithin(this.#options.stream.id, range)).filter((row) => !there.has(identityOf(row)))
    for (const row of gone) await stored.deleteEvent(row)
    return gone
  }
}

const identityOf = ({ blockHash, transaction, logIndex }: Pick<ChainEvent, 'blockHash' | 'transaction' | 'logIndex'>): string =>
  `${blockHash} ${transaction} ${logIndex}`

const dateOf = (seconds: bigint): Date => new Date(Number(seconds) * 1_000)

function changesOf(rows: readonly Pick<EventRow, 'accounts' | 'block'>[], kind: ChainChange['kind']): ChainChange[] {
  const newest = new Map<string, number>()
  for (const { accounts, block } of rows) for (const account of accounts) newest.set(account, Math.max(block, newest.get(account) ?? 0))
  return [...newest].map(([account, block]) => ({ account, block, kind }))
}

const LARGEST = 2_000
/** Provider limits may change: failed sizes are retried after this. */
const FORGET_MS = HOUR_MS

/** Adaptive block range of log queries: halved on rejection, widened on success up to the largest size not known to fail. */
export class RangeSize {
  readonly #largest: number
  #size: number
  #refused: number | undefined
  #refusedAt = 0

  constructor(largest: number = LARGEST) {
    this.#largest = largest
    this.#size = largest
  }

  get blocks(): number {
    return this.#size
  }

  /** If one block is rejected, the cause is not the range size. @param now monotonic */
  refused(blocks: number, now: number): boolean {
    if (blocks <= 1) {
      this.#refused = undefined
      return false
    }
    this.#refused = Math.min(blocks, this.#refused ?? blocks)
    this.#refusedAt = now
    this.#size = Math.max(1, Math.floor(blocks / 2))
    return true
  }

  unanswered(): void {
    this.#size = Math.max(1, Math.floor(this.#size / 2))
  }

  answered(blocks: number, now: number): void {
    if (blocks < this.#size) return
    if (now - this.#refusedAt > FORGET_MS) this.#refused = undefined
    this.#size = this.#refused === undefined ? Math.min(this.#largest, this.#size * 2) : Math.floor((this.#size + this.#refused) / 2)
  }
}
