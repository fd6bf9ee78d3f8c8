import { MINUTE_MS } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import { every } from '@aerie/runtime/ticker'
import { fieldErrors } from '@aerie/wire/event-subscriber'
import { type TradingNotice, tradingNotice } from '@aerie/wire/trading/trading-notices'
import type { TradingFill } from '@aerie/wire/trading/trading-positions'
import { notifyManager, QueryObserver, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { ApiError } from '../../../platform/api/api-error.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { userLeft } from '../../../platform/api/query-client-users.ts'
import { isAwayStatus, isServerReady, onServerChange } from '../../../platform/api/server-state.ts'
import { openMessages } from '../../../platform/live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../../../platform/live/notices.ts'
import { reportFault } from '../../../platform/live/socket/report-fault.ts'
import type { ViewedQuery } from '../../../ui/states/query-view.tsx'
import { bindHeld } from '../ticket/ticket-draft.ts'
import { type AccountReading, type AccountView, foldNotice, type Refreshed, viewOf, withMoved } from './account-view.ts'
import { heldSetting } from './held-setting.ts'
import { tradingCalls } from './trading-calls.ts'

/** Maximum queued notices during a read; beyond it the read restarts. */
const MOST_WAITING = 2_000

/** Refetch interval of marks and queue positions, which change without events, while there is any position or order. */
export const MOVED_EVERY_MS = 2_000

export type TradingState = {
  /** Kept during a refetch, and for a while after the last subscriber. */
  readonly view: AccountView | null
  readonly isOld: boolean
  readonly isReading: boolean
  /** Why the last read failed; null otherwise, and while the server is away or starting. */
  readonly error: Error | null
}

const NOTHING: TradingState = { view: null, isOld: false, isReading: false, error: null }
const KEPT_MS = 5 * MINUTE_MS

/** Changed only by the functions below. */
export const useTradingState = create<TradingState>(() => NOTHING)
userLeft.subscribe(() => useTradingState.setState(NOTHING))

bindHeld((symbol) => {
  const held = heldSetting(useTradingState.getState().view, symbol)
  return held && { leverage: String(held.leverage), margin: held.mode }
})

const fills = listenerSet<[fill: TradingFill]>()
/** Notifies of each fill once, by notice or by a read after a gap; not of fills before the first read. @returns unsubscribe function */
export const onFill = fills.subscribe

/** Notices received during a read: they are newer than parts of it. */
let waiting: TradingNotice[] = []
let reading: AbortSignal | null = null
let query: Pick<QueryObserver<number>, 'refetch'> | null = null
let holders = 0
let stop: (() => void) | null = null
let forgetTimer: ReturnType<typeof setTimeout> | undefined

/** A query, for its retry policy. The result goes to the store, together with notices. */
const accountQuery = queryOptions({ queryKey: ['trading', 'account'], queryFn: ({ signal }) => readAccount(signal) })

export async function readTrading(): Promise<void> {
  void queryClient.cancelQueries({ queryKey: accountQuery.queryKey, exact: true }, { silent: true })
  if (query !== null) await query.refetch()
  else await queryClient.fetchQuery(accountQuery).catch((error: unknown) => console.warn('The account could not be read.', error))
}

async function readAccount(signal: AbortSignal): Promise<number> {
  reading = signal
  waiting = []
  useTradingState.setState({ isReading: true })
  try {
    // The account first: the first read creates it.
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
  // Fills missed during a gap, oldest first.
  const notifiedSeq = !isOld && before?.account.id === account.id ? (before.fills[0]?.seq ?? 0) : Number.POSITIVE_INFINITY
  for (const fill of read.fills.toReversed()) if (fill.seq > notifiedSeq) fills.emit(fill)
  for (const notice of missed) takeNotice(notice)
}

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
  // The account's notice ends a batch: if it is the first with its number, the rest was missed or empty.
  if (notice.kind === 'account' && notice.seq > view.seq) return void readTrading()
  if (notice.kind === 'fill' && next.fills !== view.fills) fills.emit(notice.data)
}

export const patchView = (change: (view: AccountView) => AccountView): void => {
  const { view } = useTradingState.getState()
  if (view !== null) useTradingState.setState({ view: change(view) })
}

let isLooking = false
/** Event at which a read was ahead; if it still is at the next read, notices were missed. */
let aheadOf: number | null = null

/** Refetches figures that move without events. If notices were missed, reads everything. */
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
    // Notices or responses received meanwhile may be newer than the read.
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

/** Notices of a batch, applied together for a single render; the account's is the last. */
let batch: TradingNotice[] = []
let batchTimer: ReturnType<typeof setTimeout> | undefined
/** Timeout for a batch whose last notice does not arrive. */
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

function handleNotice(notice: { readonly kind: string }): void {
  if (!TRADING_KINDS.has(notice.kind)) return
  const parsed = z.safeParse(tradingNotice, notice)
  if (parsed.success) {
    take(parsed.data)
    return
  }
  reportFault({ event: 'notify', errors: fieldErrors(parsed.error) })
  // The content of the notice is unknown: refetches instead.
  void readTrading()
}

/** A request may fail shortly before the server counts as away; from then on only the banner reports it. */
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
    onNotice(handleNotice),
    onServerChange(hideFailure),
    // The server keeps nothing for a lost connection: refetches what was missed.
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

function useTradingPart<Part>(partOf: (state: TradingState) => Part): Part {
  useEffect(holdTrading, [])
  return useTradingState(partOf)
}

const openOrders = ({ view }: TradingState) => view?.orders

export function useTradingQuery(): ViewedQuery<AccountView> {
  const { view, error, isReading } = useTradingPart(whole)
  return { data: view ?? undefined, error, isFetching: isReading, refetch: readTrading }
}
const whole = (state: TradingState): TradingState => state

export const useOpenOrders = (): AccountView['orders'] | undefined => useTradingPart(openOrders)
