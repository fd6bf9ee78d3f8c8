import { forecastSignal, liquidationSignal, REGIME_SIGNAL, regimeSignal } from '@aerie/alerts/rule'
import { type Clock, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { type AlertKind, VOLATILITY_REGIMES } from '@aerie/wire/alerts/alert-kinds'
import { fieldErrors } from '@aerie/wire/event-subscriber'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import type { Notice } from '@aerie/wire/notices'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { StoredAlert } from '../alert-rows.ts'
import { orderText } from '../alert-text.ts'
import type { AlertWatch } from './alert-watch.ts'
import { ownerOf, type WatchedAlert } from './watched-alert.ts'

const seenOrder = z.object({
  id: z.string(),
  symbol: z.string(),
  state: z.string(),
  updated_at: z.string(),
  side: z.optional(z.enum(['buy', 'sell'])),
  filled: z.optional(z.string()),
  average_price: z.optional(z.nullable(z.string())),
})
export type SeenOrder = Readonly<z.output<typeof seenOrder>>
export type SeenPosition = { readonly symbol: string; readonly mark: string | null; readonly liquidation_price: string | null }

export type Ticket = { readonly key: string; readonly readyAt: number }

/** Data sources of other modules. A source that throws is polled again later. */
export type AlertSources = {
  /** Current volatility regime; undefined if unknown. */
  readonly regime: (symbol: string) => Promise<string | undefined>
  /** `[probability, price]` of the newest forecast. */
  readonly quantiles: (symbol: string, hours: number) => Promise<readonly (readonly [number, number])[]>
  readonly positions: (userId: string) => Promise<readonly SeenPosition[]>
  readonly doneSince: (userId: string, since: number) => Promise<readonly SeenOrder[]>
  readonly tickets: (userId: string) => Promise<readonly Ticket[]>
}

export function unavailableReason(kind: AlertKind, symbol: string | undefined): string | undefined {
  const predicted: readonly string[] = PREDICTED_SYMBOLS
  if (kind === 'forecast' && symbol !== undefined && !predicted.includes(symbol))
    return `Forecasts are made for ${predicted.join(', ')}, not for ${symbol}.`
  return undefined
}

type IsOf = (userId: string) => boolean
type Deps = { readonly sources: AlertSources; readonly clock: Clock; readonly logger: FastifyBaseLogger }

const POSITIONS_MS = 5 * SECOND_MS
const MISSED_MS = SECOND_MS
/** Of real time. A process may end after it has stored a fill and before it publishes it; another takes over some seconds later. */
const UNPUBLISHED_MS = MINUTE_MS

/** Market time from which notices of orders may be missing, if all until `at` seemed to arrive. */
export const unpublishedSince = (at: number, speed: number): number => at - UNPUBLISHED_MS * Math.max(1, speed)

/** Polls non-price data sequentially, and only what some alert needs. */
export function alertFeeds({ sources, clock, logger }: Deps) {
  const asked = async <T>(what: string, ask: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ask()
    } catch (error) {
      // Currently unknown: neither met nor unmet.
      if (!(error instanceof AppError)) logger.warn({ err: error, part: 'alerts' }, `${what} could not be read for alerts`)
      return undefined
    }
  }
  /** Users whose filled orders may have been missed, by the market time since when. */
  const missed = new Map<string, number>()
  const miss = (userId: string, since: number): void => void missed.set(userId, Math.min(since, missed.get(userId) ?? since))
  return {
    polls: [
      {
        everyMs: MISSED_MS,
        poll: async (watch: AlertWatch): Promise<void> => {
          for (const [userId, since] of missed) {
            missed.delete(userId)
            const orders = await asked('orders', () => sources.doneSince(userId, since))
            // Again at the next poll, after the other users: the process that has the orders may be starting.
            if (orders === undefined) return miss(userId, since)
            for (const order of orders.toSorted((a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at)))
              reportOrder(watch, userId, order, true)
          }
        },
      },
      {
        everyMs: MINUTE_MS,
        poll: async (watch: AlertWatch): Promise<void> => {
          for (const symbol of new Set(watch.ofKind('volatility').map(({ row }) => row.symbol ?? ''))) {
            const name = await asked('a regime', () => sources.regime(symbol))
            if (name !== undefined) reportRegime(watch, symbol, name)
          }
        },
      },
      {
        everyMs: MINUTE_MS,
        poll: async (watch: AlertWatch): Promise<void> => {
          const wanted = Map.groupBy(watch.ofKind('forecast'), ({ row }) => `${row.symbol} ${row.terms.hours}`)
          for (const [first, ...rest] of wanted.values()) {
            if (first === undefined) continue
            const quantiles = await asked('a forecast', () => sources.quantiles(first.row.symbol ?? '', first.row.terms.hours ?? 0))
            if (quantiles !== undefined) reportForecast(watch, [first, ...rest], quantiles)
          }
        },
      },
      {
        everyMs: POSITIONS_MS,
        poll: async (watch: AlertWatch): Promise<void> => {
          for (const [userId, alerts] of Map.groupBy(watch.ofKind('liquidation'), ({ row }) => row.userId)) {
            const positions = await asked('positions', () => sources.positions(userId))
            if (positions === undefined) continue
            reportDistances(watch, userId, positions)
            reportFar(watch, alerts, positions)
          }
        },
      },
      {
        everyMs: MINUTE_MS,
        poll: async (watch: AlertWatch): Promise<void> => {
          const now = clock.now()
          for (const [userId, alerts] of Map.groupBy(watch.ofKind('unlock'), ({ row }) => row.userId)) {
            const tickets = (await asked('unstaked amounts', () => sources.tickets(userId))) ?? []
            const ready = tickets.filter(({ readyAt }) => readyAt <= now).toSorted((a, b) => a.readyAt - b.readyAt)
            for (const { row } of alerts) reportTickets(watch, row, ready)
          }
        },
      },
    ],
    /** Reads the orders of these users that filled since then, until it succeeds; each fires once, however often it is seen. */
    missedOrders: (watch: AlertWatch, since: number, isOf: IsOf = () => true): void => {
      for (const userId of usersOf(watch.ofKind('order_filled'))) if (isOf(userId)) miss(userId, since)
    },
    notice: (watch: AlertWatch, userId: string, notice: Notice): void => {
      if (notice.kind !== 'order') return
      const order = z.safeParse(seenOrder, notice.data)
      if (order.success) reportOrder(watch, userId, order.data, false)
      else logger.error({ part: 'alerts', errors: fieldErrors(order.error) }, 'an order event has a form that alerts cannot read')
    },
  }
}
export type AlertFeeds = ReturnType<typeof alertFeeds>

const usersOf = (alerts: readonly WatchedAlert[]): ReadonlySet<string> => new Set(alerts.map(({ row }) => row.userId))

function reportRegime(watch: AlertWatch, symbol: string, name: string): void {
  const names: readonly string[] = VOLATILITY_REGIMES
  const index = names.indexOf(name)
  if (index < 0) return
  watch.signal(symbol, REGIME_SIGNAL, index)
  for (const each of VOLATILITY_REGIMES) watch.signal(symbol, regimeSignal(each), each === name ? 1 : 0)
}

/** Tickets ready before the alert was created do not fire. */
function reportTickets(watch: AlertWatch, { id, createdAt }: StoredAlert, ready: readonly Ticket[]): void {
  for (const { key, readyAt } of ready) if (readyAt > createdAt.getTime()) watch.event(id, { key, at: readyAt })
}

const MEDIAN = 0.5

function reportForecast(watch: AlertWatch, alerts: readonly WatchedAlert[], quantiles: readonly (readonly [number, number])[]): void {
  const [first] = alerts
  for (const probability of new Set(alerts.map(({ row }) => Number(row.terms.quantile ?? MEDIAN)))) {
    const price = priceAt(quantiles, probability)
    const { symbol, terms } = first?.row ?? {}
    if (price !== undefined && symbol) watch.signal(symbol, forecastSignal(terms?.hours ?? 0, probability), price)
  }
}

/** Linear interpolation between neighbours; undefined outside the forecast range. */
export function priceAt(quantiles: readonly (readonly [number, number])[], probability: number): number | undefined {
  const above = quantiles.findIndex(([each]) => each >= probability)
  const [high, low] = [quantiles[above], quantiles[above - 1]]
  if (high === undefined) return undefined
  if (high[0] === probability) return high[1]
  if (low === undefined) return undefined
  return low[1] + ((probability - low[0]) / (high[0] - low[0])) * (high[1] - low[1])
}

function reportDistances(watch: AlertWatch, userId: string, positions: readonly SeenPosition[]): void {
  const owner = ownerOf(userId)
  const distances = positions.flatMap(({ symbol, mark, liquidation_price }) => {
    if (mark === null || liquidation_price === null) return []
    return [{ symbol, percent: (Math.abs(Number(mark) - Number(liquidation_price)) / Number(mark)) * 100 }]
  })
  for (const { symbol, percent } of distances) watch.signal(owner, liquidationSignal(symbol), percent)
  const [nearest] = distances.toSorted((a, b) => a.percent - b.percent)
  if (nearest !== undefined) watch.signal(owner, liquidationSignal(undefined), nearest.percent, nearest.symbol)
}

/** Beyond any alert's threshold: no position to liquidate. */
const FAR_PERCENT = Number.MAX_SAFE_INTEGER

/** Without a position the distance is infinite, so one opened near liquidation fires. Without a mark it is unknown. */
function reportFar(watch: AlertWatch, alerts: readonly WatchedAlert[], positions: readonly SeenPosition[]): void {
  const atRisk = new Set(positions.filter(({ liquidation_price }) => liquidation_price !== null).map(({ symbol }) => symbol))
  for (const { row } of alerts) {
    const isFar = row.symbol === null ? atRisk.size === 0 : !atRisk.has(row.symbol)
    if (isFar) watch.signal(ownerOf(row.userId), liquidationSignal(row.symbol ?? undefined), FAR_PERCENT)
  }
}

function reportOrder(watch: AlertWatch, userId: string, order: SeenOrder, isLate: boolean): void {
  const { id, symbol, state, updated_at } = order
  if (state !== 'filled') return
  const what = orderText(order)
  for (const { row, judgedAt } of watch.fed.of('order_filled', userId)) {
    if (row.symbol !== null && row.symbol !== symbol) continue
    if (isLate && Date.parse(updated_at) <= judgedAt) continue
    watch.event(row.id, { key: `order ${id}`, at: Date.parse(updated_at), isLate, what })
  }
}
