import { MINUTE_MS } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import { every } from '@aerie/runtime/ticker'
import { fieldErrors } from '@aerie/wire/hear'
import { type TradingNotice, tradingNotice } from '@aerie/wire/trading/trading-notices'
import type { TradingFill } from '@aerie/wire/trading/trading-positions'
import { notifyManager, QueryObserver, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { ApiError } from '../../lib/http/api-error.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { userLeft } from '../../lib/http/query-client-users.ts'
import { isAwayStatus, isServerReady, onServerChange } from '../../lib/http/server-state.ts'
import { openMessages } from '../../live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../../live/notices.ts'
import { reportFault } from '../../live/socket/report-fault.ts'
import type { ViewedQuery } from '../../ui/states/query-view.tsx'
import { bindHeld } from '../ticket/ticket-draft.ts'
import { type AccountReading, type AccountView, foldNotice, type Refreshed, viewOf, withMoved } from './account-view.ts'
import { heldSetting } from './held-setting.ts'
import { tradingCalls } from './trading-calls.ts'

/** Most notices that wait for a reading; beyond them the reading is started over. */
const MOST_WAITING = 2_000

/** Marks and places in queues move without an event: they are read this often while there is something of which they are. */
export const MOVED_EVERY_MS = 2_000

/** The user's paper account as this window knows it. */
export type TradingState = {
  /** What was last read and told; it stays while it is read again, and for a while after nobody shows it. */
  readonly view: AccountView | null
  /** The view is of an earlier visit, and not read again yet. */
  readonly isOld: boolean
  readonly isReading: boolean
  /** Why the last reading failed; null where it did not, and while the server is away or starting. */
  readonly error: Error | null
}

const NOTHING: TradingState = { view: null, isOld: false, isReading: false, error: null }
/** As long as the cache of queries. */
const KEPT_MS = 5 * MINUTE_MS

/** The account. State only; the functions below change it. */
export const useTradingState = create<TradingState>(() => NOTHING)
userLeft.subscribe(() => useTradingState.setState(NOTHING))

bindHeld((symbol) => {
  const held = heldSetting(useTradingState.getState().view, symbol)
  return held && { leverage: String(held.leverage), margin: held.mode }
})

const fills = listenerSet<[fill: TradingFill]>()
/** Hears each fill once: as it is told, or as it is read after a time in which nothing was told; not those before the first reading. @returns how to stop */
export const onFill = fills.subscribe

/** Notices that came while the account was being read: they are newer than parts of it. */
let waiting: TradingNotice[] = []
let reading: AbortSignal | null = null
let query: Pick<QueryObserver<number>, 'refetch'> | null = null
let holders = 0
let stop: (() => void) | null = null
let forgetTimer: ReturnType<typeof setTimeout> | undefined

/** A query, so that a reading that fails is repeated as all others are. What it reads is kept in the store, with what notices say. */
const accountQuery = queryOptions({ queryKey: ['trading', 'account'], queryFn: ({ signal }) => readAccount(signal) })

/** Reads the account, and from the beginning where it is being read. */
export async function readTrading(): Promise<void> {
  void queryClient.cancelQueries({ queryKey: accountQuery.queryKey, exact: true }, { silent: true })
  if (query !== null) await query.refetch()
  else await queryClient.fetchQuery(accountQuery).catch((error: unknown) => console.warn('The account could not be read.', error))
}

/** @returns the number of the newest event that is in the reading */
async function readAccount(signal: AbortSignal): Promise<number> {
  reading = signal
  waiting = []
  useTradingState.setState({ isReading: true })
  try {
    // The account first: it opens with its first reading.
    const account = await tradingCalls.account({ signal })
    const [orders, positions, page] = await Promise.all([
      tradingCalls.openOrders({ signal }),
      tradingCalls.positions({ signal }),
      tradingCalls.fills(undefined, { signal }),
    ])
    signal.throwIfAborted()
    takeReading({ account, orders, positions, fills: page.data })
    return account.seq
  } finally {
    if (reading === signal) {
      reading = null
      useTradingState.setState({ isReading: false })
    }
  }
}

function takeReading(read: AccountReading): void {
  const { account } = read
  const missed = waiting
  reading = null
  const { view: before, isOld } = useTradingState.getState()
  useTradingState.setState({ view: viewOf(read), isOld: false, isReading: false, error: null })
  // What was filled while nothing was told, the oldest first.
  const told = !isOld && before?.account.id === account.id ? (before.fills[0]?.seq ?? 0) : Number.POSITIVE_INFINITY
  for (const fill of read.fills.toReversed()) if (fill.seq > told) fills.tell(fill)
  for (const notice of missed) takeNotice(notice)
}

/** Takes what `/messages` tells of the account. */
export function takeNotice(notice: TradingNotice): void {
  if (reading !== null) {
    if (waiting.length >= MOST_WAITING) return void readTrading()
    waiting.push(notice)
    return
  }
  const { view } = useTradingState.getState()
  if (view === null) return
  const next = foldNotice(view, notice)
  if (next === null) return void readTrading()
  if (next === view) return
  useTradingState.setState({ view: next })
  // The account comes last of a batch: where it is the first to tell of it, the rest was missed, or there was none.
  if (notice.kind === 'account' && notice.seq > view.seq) return void readTrading()
  if (notice.kind === 'fill' && next.fills !== view.fills) fills.tell(notice.data)
}

/** Changes what is known, as the answer of a command says it. */
export const patchView = (change: (view: AccountView) => AccountView): void => {
  const { view } = useTradingState.getState()
  if (view !== null) useTradingState.setState({ view: change(view) })
}

let isLooking = false
/** The event after which a reading was ahead: if it still is at the next one, something was missed. */
let aheadOf: number | null = null

/** Reads what moves without an event. Whoever finds events that were never told reads everything. */
export async function readMoved(): Promise<void> {
  const { view } = useTradingState.getState()
  if (view === null || reading !== null || isLooking || document.hidden || !isServerReady()) return
  if (view.orders.size + view.positions.size === 0) return
  isLooking = true
  try {
    const [account, positions, orders] = await Promise.all([
      tradingCalls.account(),
      tradingCalls.positions(),
      view.orders.size === 0 ? [] : tradingCalls.openOrders(),
    ])
    // What was told or answered meanwhile may be newer than parts of the reading.
    if (useTradingState.getState().view === view && reading === null) takeMoved(view, withMoved(view, { account, positions, orders }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    error.retryAt = performance.now() + MOVED_EVERY_MS
    if (isServerReady()) useTradingState.setState({ error })
  } finally {
    isLooking = false
  }
}

function takeMoved({ seq }: AccountView, refreshed: Refreshed): void {
  if (refreshed.kind === 'view') useTradingState.setState({ view: refreshed.view, error: null })
  const isAhead = refreshed.kind === 'ahead'
  const isMissing = isAhead && aheadOf === seq
  aheadOf = isAhead ? seq : null
  if (isMissing) void readTrading()
}

/** Notices of one batch, of which the account's is the last: taken together, they are one rendering. */
let batch: TradingNotice[] = []
let batchTimer: ReturnType<typeof setTimeout> | undefined
/** For what is left of a batch whose last notice does not come. */
const BATCH_MS = 100

function take(notice: TradingNotice): void {
  batch.push(notice)
  if (notice.kind === 'account') takeBatch()
  else batchTimer ??= setTimeout(takeBatch, BATCH_MS)
}

function takeBatch(): void {
  dropBatchTimer()
  const notices = batch
  batch = []
  for (const notice of notices) takeNotice(notice)
}

function dropBatchTimer(): void {
  clearTimeout(batchTimer)
  batchTimer = undefined
}

const TRADING_KINDS: ReadonlySet<string> = new Set(['order', 'fill', 'position', 'account'])

function hear(notice: { readonly kind: string }): void {
  if (!TRADING_KINDS.has(notice.kind)) return
  const parsed = z.safeParse(tradingNotice, notice)
  if (parsed.success) {
    take(parsed.data)
    return
  }
  reportFault({ event: 'notify', errors: fieldErrors(parsed.error) })
  // What was told is not known: it is read instead.
  void readTrading()
}

/** A request may fail shortly before the server counts as away. From then on only the banner reports it. */
function hideFailure(isReady: boolean): void {
  const { error } = useTradingState.getState()
  if (!isReady && error instanceof ApiError && isAwayStatus(error.status)) useTradingState.setState({ error: null })
}

function begin(): () => void {
  clearTimeout(forgetTimer)
  useTradingState.setState({ isOld: useTradingState.getState().view !== null, error: null })
  openMessages()
  const observer = new QueryObserver(queryClient, accountQuery)
  query = observer
  const note = (): void => useTradingState.setState({ error: observer.getCurrentResult().error })
  const stops = [
    observer.subscribe(notifyManager.batchCalls(note)),
    every(MOVED_EVERY_MS, () => void readMoved()),
    onNotice(hear),
    onServerChange(hideFailure),
    // Nothing is kept for a connection that was away: what it has missed is read.
    onNoticesResumed(() => void readTrading()),
  ]
  return () => {
    for (const each of stops) each()
    dropBatchTimer()
    batch = []
    reading = null
    query = null
    useTradingState.setState({ isReading: false })
    forgetTimer = setTimeout(() => useTradingState.setState(NOTHING), KEPT_MS)
  }
}

/** Keeps the account up to date until it is let go. @returns how to let go */
export function holdTrading(): () => void {
  holders += 1
  stop ??= begin()
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    holders -= 1
    if (holders > 0) return
    stop?.()
    stop = null
  }
}

/** Kept up to date while the calling component is there, which is rendered again where the part is another. */
function useTradingPart<Part>(partOf: (state: TradingState) => Part): Part {
  useEffect(holdTrading, [])
  return useTradingState(partOf)
}

const openOrders = ({ view }: TradingState) => view?.orders

/** The account, kept up to date while the calling component is there. */
export function useTradingQuery(): ViewedQuery<AccountView> {
  const { view, error, isReading } = useTradingPart(whole)
  return { data: view ?? undefined, error, isFetching: isReading, refetch: readTrading }
}
const whole = (state: TradingState): TradingState => state

/** Orders that have not ended, by id, kept up to date in the same way; undefined until they are read. */
export const useOpenOrders = (): AccountView['orders'] | undefined => useTradingPart(openOrders)
