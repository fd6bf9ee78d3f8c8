import { itemAt } from '@aerie/core/item-at'
import { PERSONA_LEAST_TRADES, type PersonaFigure, type PersonaReason, type PersonaRecord } from '@aerie/core/persona'
import { DAY_MS, MINUTE_MS } from '@aerie/core/time'
import { mean, meanInterval, wilsonInterval } from './sample.ts'
import { exceedance, meanDifference, medianWithInterval } from './sample-comparison.ts'
import { payoff } from './trade-statistics.ts'
import type { ZoneTime } from './zone-time.ts'

/** Closed trade as input for habits; amounts in USDC. */
export type HabitTrade = {
  /** Sequences are analysed per account. */
  readonly account: string
  readonly openedAt: number | null
  readonly closedAt: number
  readonly net: number
  readonly worth: number
  /** Risk by the stop as a fraction of the account's realized equity at opening; null without a stop or equity. */
  readonly riskPart: number | null
  /** Null if unknown: imported trades have no recorded stop. */
  readonly hasStop: boolean | null
}

type Interval = readonly [low: number, high: number]
type Opened = HabitTrade & { readonly openedAt: number }

const WEEK_MS = 7 * DAY_MS
const LEAST_WEEKS = 4
const LEAST_OF_EACH = 10
const QUICK_MS = 10 * MINUTE_MS
/** A day with more than this multiple of the median is busy. */
const BUSY = 2
const NIGHT_FROM = 23
const NIGHT_TO = 6

const shown = (value: number, n: number, interval: Interval): PersonaFigure => ({ value, n, interval })
const hidden = (n: number, reason: PersonaReason): PersonaFigure => ({ value: null, n, reason })
const enough = (n: number, make: () => PersonaFigure): PersonaFigure => (n < PERSONA_LEAST_TRADES ? hidden(n, 'too_few') : make())

/** Trading habits with 95 % intervals; none under 30 trades. `clock`: the trader's zone. Source: docs/math/persona.md. */
export function tradeHabits(trades: readonly HabitTrade[], clock: (ms: number) => ZoneTime): PersonaRecord {
  const opened = trades.filter((trade): trade is Opened => trade.openedAt !== null).toSorted((a, b) => a.openedAt - b.openedAt)
  const after = afterEachOther(trades, opened)
  return {
    risk_percent: median(trades.flatMap(({ riskPart }) => (riskPart === null ? [] : [100 * riskPart]))),
    stop_share: share(trades.flatMap(({ hasStop }) => (hasStop === null ? [] : [hasStop]))),
    hold_ms: median(opened.map(holdOf)),
    win_rate: share(trades.flatMap(({ net }) => (net === 0 ? [] : [net > 0]))),
    losers_longer: losersLonger(opened),
    size_after_loss: sizeAfterLoss(after),
    quick_reentry: share(after.flatMap(({ isAfterLoss, waited }) => (isAfterLoss ? [waited <= QUICK_MS] : []))),
    night_share: share(opened.map(({ openedAt }) => isNight(clock(openedAt).hour))),
    trades_per_week: tradesPerWeek(opened.map(({ openedAt }) => openedAt)),
    busy_days: busyDays(opened, clock),
    payoff: payoffOf(trades.map(({ net }) => net)),
  }
}

const holdOf = ({ openedAt, closedAt }: Opened): number => closedAt - openedAt
const isNight = (hour: number): boolean => hour >= NIGHT_FROM || hour < NIGHT_TO

const median = (values: readonly number[]): PersonaFigure =>
  enough(values.length, () => {
    const found = medianWithInterval(values)
    return shown(found.median, values.length, found.interval)
  })

const share = (hits: readonly boolean[]): PersonaFigure =>
  enough(hits.length, () => {
    const hit = hits.filter(Boolean).length
    return shown(hit / hits.length, hits.length, wilsonInterval(hit, hits.length))
  })

function comparison(
  a: readonly number[],
  b: readonly number[],
  make: () => { readonly value: number; readonly interval: Interval },
): PersonaFigure {
  const n = a.length + b.length
  return enough(n, () => {
    if (Math.min(a.length, b.length) < LEAST_OF_EACH) return hidden(n, 'one_sided')
    const { value, interval } = make()
    return shown(value, n, interval)
  })
}

function losersLonger(opened: readonly Opened[]): PersonaFigure {
  const losers = opened.filter(({ net }) => net < 0).map(holdOf)
  const winners = opened.filter(({ net }) => net > 0).map(holdOf)
  return comparison(losers, winners, () => {
    const { chance, interval } = exceedance(losers, winners)
    return { value: chance, interval }
  })
}

type After = { readonly worth: number; readonly isAfterLoss: boolean; readonly waited: number }

function afterEachOther(trades: readonly HabitTrade[], opened: readonly Opened[]): After[] {
  const closings = trades.toSorted((a, b) => a.closedAt - b.closedAt)
  const lastOf = new Map<string, HabitTrade>()
  let read = 0
  return opened.flatMap(({ account, openedAt, worth }) => {
    for (; read < closings.length && itemAt(closings, read).closedAt <= openedAt; read += 1) {
      const closing = itemAt(closings, read)
      lastOf.set(closing.account, closing)
    }
    const last = lastOf.get(account)
    return last === undefined || last.net === 0 ? [] : [{ worth, isAfterLoss: last.net < 0, waited: openedAt - last.closedAt }]
  })
}

/** Ratio of geometric mean sizes. */
function sizeAfterLoss(after: readonly After[]): PersonaFigure {
  const sized = after.filter(({ worth }) => worth > 0)
  const logs = (isLoss: boolean) => sized.filter(({ isAfterLoss }) => isAfterLoss === isLoss).map(({ worth }) => Math.log(worth))
  const [losses, wins] = [logs(true), logs(false)]
  return comparison(losses, wins, () => {
    const { difference, interval } = meanDifference(losses, wins)
    return { value: Math.exp(difference), interval: [Math.exp(interval[0]), Math.exp(interval[1])] }
  })
}

/** Mean over whole weeks since the first trade, including empty ones. */
function tradesPerWeek(openings: readonly number[]): PersonaFigure {
  const [first, last] = [openings[0] ?? 0, openings.at(-1) ?? 0]
  const weeks = Math.floor((last - first) / WEEK_MS)
  const counts = new Map<number, number>()
  for (const at of openings) {
    const week = Math.floor((at - first) / WEEK_MS)
    if (week < weeks) counts.set(week, (counts.get(week) ?? 0) + 1)
  }
  return enough(openings.length, () => {
    if (weeks < LEAST_WEEKS) return hidden(openings.length, 'too_short')
    const each = Array.from({ length: weeks }, (_, week) => counts.get(week) ?? 0)
    const [low, high] = meanInterval(each) ?? [0, Infinity]
    const n = each.reduce((sum, count) => sum + count, 0)
    return enough(n, () => shown(mean(each), n, [Math.max(0, low), high]))
  })
}

function busyDays(opened: readonly Opened[], clock: (ms: number) => ZoneTime): PersonaFigure {
  const days = new Map<string, number[]>()
  for (const { openedAt, net } of opened) {
    const { day } = clock(openedAt)
    const known = days.get(day)
    if (known === undefined) days.set(day, [net])
    else known.push(net)
  }
  if (days.size === 0) return hidden(0, 'too_few')
  const usual = medianWithInterval([...days.values()].map((nets) => nets.length)).median
  const of = (isBusy: boolean) => [...days.values()].filter((nets) => nets.length > BUSY * usual === isBusy).flat()
  const [busy, others] = [of(true), of(false)]
  return comparison(busy, others, () => {
    const { difference, interval } = meanDifference(busy, others)
    return { value: difference, interval }
  })
}

/** Mean win over mean loss, for the Kelly fraction; no interval. */
function payoffOf(nets: readonly number[]): PersonaFigure {
  const { value, n } = payoff(nets)
  return enough(n, () => (value === null ? hidden(n, 'undefined') : { value, n }))
}
