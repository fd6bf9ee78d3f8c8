import { MINUTE_MS } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import { every, timer } from '@aerie/runtime/ticker'
import { whileHeld } from '@aerie/runtime/while-held'
import { fieldErrors } from '@aerie/wire/event-subscriber'
import { type TradingNotice, tradingNotice } from '@aerie/wire/trading/trading-notices'
import type { TradingFill } from '@aerie/wire/trading/trading-positions'
import { notifyManager, QueryObserver, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../../platform/api/api-error.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { isAwayStatus, isServerReady, onServerChange } from '../../../platform/api/server-state.ts'
import { openMessages } from '../../../platform/live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../../../platform/live/notices.ts'
import { reportFault } from '../../../platform/live/socket/live-transport.ts'
import type { ViewedQuery } from '../../../ui/states/query-view.tsx'
import { type AccountReading, type AccountView, foldNotice, type Refreshed, viewOf, withMoved } from './account-view.ts'
import { tradingCalls } from './trading-calls.ts'
import { NOTHING, type TradingState, useTradingState } from './trading-state.ts'

/** Maximum queued notices during a read; beyond it the read restarts. */
const MOST_WAITING = 2_000

/** Refetch interval of marks and queue positions, which change without events, while there is any position or order. */
export const MOVED_EVERY_MS = 2_000

const KEPT_MS = 5 * MINUTE_MS

const fills = listenerSet<[fill: TradingFill]>()
/** Notifies of each fill once, by notice or by a read after a gap; not of fills before the first read. @returns unsubscribe function */
export const onFill = fills.subscribe

/** A query, for its retry policy. The result goes to the store, together with notices. */
const accountQuery = queryOptions({ queryKey: ['trading', 'account'], queryFn: ({ signal }) => feed.readAccount(signal) })

type Reading = {
  readonly signal: AbortSignal
  /** Notices received during the read: they are newer than parts of it. */
  readonly missed: TradingNotice[]
}

/** Brings the account into the store, by reads and notices. */
class AccountFeed {
  #reading: Reading | null = null
  #query: Pick<QueryObserver<number>, 'refetch'> | null = null
  #isReadingMoved = false
  /** Event at which a read was ahead; if it still is at the next read, notices were missed. */
  #aheadOf: number | null = null
  readonly #batch = new NoticeBatch((notice) => this.takeNotice(notice))
  readonly #forgetTimer = timer()

  async read(): Promise<void> {
    void queryClient.cancelQueries({ queryKey: accountQuery.queryKey, exact: true }, { silent: true })
    if (this.#query !== null) await this.#query.refetch()
    else await queryClient.fetchQuery(accountQuery).catch((error: unknown) => console.warn('The account could not be read.', error))
  }

  async readAccount(signal: AbortSignal): Promise<number> {
    const reading: Reading = { signal, missed: [] }
    this.#reading = reading
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
      this.#reading = null
      showReading({ account, orders, positions, fills: page.data })
      for (const notice of reading.missed) this.takeNotice(notice)
      return account.seq
    } finally {
      if (this.#reading === reading) {
        this.#reading = null
        useTradingState.setState({ isReading: false })
      }
    }
  }

  takeNotice(notice: TradingNotice): void {
    if (this.#reading !== null) {
      const { missed } = this.#reading
      if (missed.length >= MOST_WAITING) return void this.read()
      missed.push(notice)
      return
    }
    const { view } = useTradingState.getState()
    if (view === null) return
    const next = foldNotice(view, notice)
    if (next === null) return void this.read()
    if (next === view) return
    useTradingState.setState({ view: next })
    // The account's notice ends a batch: if it is the first with its number, the rest was missed or empty.
    if (notice.kind === 'account' && notice.seq > view.seq) return void this.read()
    if (notice.kind === 'fill' && next.fills !== view.fills) fills.emit(notice.data)
  }

  /** Refetches figures that move without events. If notices were missed, reads everything. */
  async readMoved(): Promise<void> {
    const { view } = useTradingState.getState()
    if (view === null || this.#reading !== null || this.#isReadingMoved || document.hidden || !isServerReady()) return
    if (view.orders.size + view.positions.size === 0) return
    this.#isReadingMoved = true
    try {
      const [account, positions, orders] = await Promise.all([
        tradingCalls.account(),
        tradingCalls.positions(),
        view.orders.size === 0 ? [] : tradingCalls.openOrders(),
      ])
      // Notices or responses received meanwhile may be newer than the read.
      if (useTradingState.getState().view === view && this.#reading === null)
        this.#takeMoved(view, withMoved(view, { account, positions, orders }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      error.retryAt = performance.now() + MOVED_EVERY_MS
      if (isServerReady()) useTradingState.setState({ error })
    } finally {
      this.#isReadingMoved = false
    }
  }

  #takeMoved({ seq }: AccountView, refreshed: Refreshed): void {
    if (refreshed.kind === 'view') useTradingState.setState({ view: refreshed.view, error: null })
    const isAhead = refreshed.kind === 'ahead'
    const isMissing = isAhead && this.#aheadOf === seq
    this.#aheadOf = isAhead ? seq : null
    if (isMissing) void this.read()
  }

  /** @returns stop function */
  follow(): () => void {
    this.#forgetTimer.stop()
    useTradingState.setState({ isOld: useTradingState.getState().view !== null, error: null })
    openMessages()
    const observer = new QueryObserver(queryClient, accountQuery)
    this.#query = observer
    const note = (): void => useTradingState.setState({ error: observer.getCurrentResult().error })
    const stops = [
      observer.subscribe(notifyManager.batchCalls(note)),
      every(MOVED_EVERY_MS, () => void this.readMoved()),
      onNotice((notice) => this.#handleNotice(notice)),
      onServerChange(hideFailure),
      // The server keeps nothing for a lost connection: refetches what was missed.
      onNoticesResumed(() => void this.read()),
    ]
    return () => {
      for (const stop of stops) stop()
      this.#batch.clear()
      this.#reading = null
      this.#query = null
      useTradingState.setState({ isReading: false })
      this.#forgetTimer.start(KEPT_MS, () => useTradingState.setState(NOTHING))
    }
  }

  #handleNotice(notice: { readonly kind: string }): void {
    if (!TRADING_KINDS.has(notice.kind)) return
    const parsed = z.safeParse(tradingNotice, notice)
    if (parsed.success) {
      this.#batch.add(parsed.data)
      return
    }
    reportFault({ event: 'notify', errors: fieldErrors(parsed.error) })
    // The content of the notice is unknown: refetches instead.
    void this.read()
  }
}

function showReading(read: AccountReading): void {
  const { account } = read
  const { view: before, isOld } = useTradingState.getState()
  useTradingState.setState({ view: viewOf(read), isOld: false, isReading: false, error: null })
  // Fills missed during a gap, oldest first.
  const notifiedSeq = !isOld && before?.account.id === account.id ? (before.fills[0]?.seq ?? 0) : Number.POSITIVE_INFINITY
  for (const fill of read.fills.toReversed()) if (fill.seq > notifiedSeq) fills.emit(fill)
}

/** Timeout for a batch whose last notice does not arrive. */
const BATCH_MS = 100

/** Notices of one event, applied together for a single render; the account's is the last. */
class NoticeBatch {
  readonly #take: (notice: TradingNotice) => void
  readonly #limit = timer()
  #notices: TradingNotice[] = []

  constructor(take: (notice: TradingNotice) => void) {
    this.#take = take
  }

  add(notice: TradingNotice): void {
    this.#notices.push(notice)
    if (notice.kind === 'account') this.#end()
    else if (this.#notices.length === 1) this.#limit.start(BATCH_MS, () => this.#end())
  }

  clear(): void {
    this.#limit.stop()
    this.#notices = []
  }

  #end(): void {
    const notices = this.#notices
    this.clear()
    for (const notice of notices) this.#take(notice)
  }
}

const TRADING_KINDS: ReadonlySet<string> = new Set(['order', 'fill', 'position', 'account'])

/** A request may fail shortly before the server counts as away; from then on only the banner reports it. */
function hideFailure(isReady: boolean): void {
  const { error } = useTradingState.getState()
  if (!isReady && error instanceof ApiError && isAwayStatus(error.status)) useTradingState.setState({ error: null })
}

const feed = new AccountFeed()

export const readTrading = (): Promise<void> => feed.read()
export const readMoved = (): Promise<void> => feed.readMoved()
export const takeNotice = (notice: TradingNotice): void => feed.takeNotice(notice)
export const holdTrading = whileHeld(() => feed.follow())

export const patchView = (change: (view: AccountView) => AccountView): void => {
  const { view } = useTradingState.getState()
  if (view !== null) useTradingState.setState({ view: change(view) })
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
