import { itemAt } from '@aerie/core/item-at'
import { PERSONA_LEAST_TRADES, type PersonaFigure, type PersonaReason, type PersonaRecord } from '@aerie/core/persona/persona-record'
import { DAY_MS, MINUTE_MS } from '@aerie/core/time'
import { mean, meanInterval, wilsonInterval } from './sample.ts'
import { exceedance, meanDifference, medianWithInterval } from './sample-comparison.ts'
import { payoff } from './trade-statistics.ts'
import type { ZoneTime } from './zone-time.ts'

/** A closed trade as habits are read from it; amounts in USDC. */
export type HabitTrade = {
  /** Trades of one account follow each other; those of another do not. */
  readonly account: string
  /** Null: the file does not tell. */
  readonly openedAt: number | null
  readonly closedAt: number
  readonly net: number
  /** What was bought or sold to open it. */
  readonly worth: number
  /** At risk by the stop, of the realised equity of its account when it was opened; null without a stop or an equity. */
  readonly riskPart: number | null
  /** Null where nobody can tell: an imported trade has no stop on record. */
  readonly hasStop: boolean | null
}

type Interval = readonly [low: number, high: number]
type Opened = HabitTrade & { readonly openedAt: number }

const WEEK_MS = 7 * DAY_MS
/** Under four whole weeks a week may be any week. */
const LEAST_WEEKS = 4
/** Under ten of one kind the two kinds are not compared. */
const LEAST_OF_EACH = 10
/** A trade so soon after a loss is a quick one. */
const QUICK_MS = 10 * MINUTE_MS
/** A day with more than twice the median is a busy one. */
const BUSY = 2
const NIGHT_FROM = 23
const NIGHT_TO = 6

const shown = (value: number, n: number, interval: Interval): PersonaFigure => ({ value, n, interval })
const hidden = (n: number, reason: PersonaReason): PersonaFigure => ({ value: null, n, reason })
/** What `make` says of at least 30 trades. */
const enough = (n: number, make: () => PersonaFigure): PersonaFigure => (n < PERSONA_LEAST_TRADES ? hidden(n, 'too_few') : make())

/**
 * What a record shows of a trader, each figure with its 95 % interval; none under 30 trades.
 *
 * @param trades in any order
 * @param clock reads an instant in the trader's zone
 * @throws never
 * Source: docs/math/persona.md
 */
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

/** Compares two groups of trades. */
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

/** Trades that follow a win or a loss of the same account, with the time between. */
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

/** Ratio of the geometric means of size. */
function sizeAfterLoss(after: readonly After[]): PersonaFigure {
  const sized = after.filter(({ worth }) => worth > 0)
  const logs = (isLoss: boolean) => sized.filter(({ isAfterLoss }) => isAfterLoss === isLoss).map(({ worth }) => Math.log(worth))
  const [losses, wins] = [logs(true), logs(false)]
  return comparison(losses, wins, () => {
    const { difference, interval } = meanDifference(losses, wins)
    return { value: Math.exp(difference), interval: [Math.exp(interval[0]), Math.exp(interval[1])] }
  })
}

/** Mean over whole weeks from the first trade on, those without a trade included. */
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

/** Mean net of a trade on busy days less that on others. */
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

/** Mean win over mean loss: for Kelly's fraction, and without an interval. */
function payoffOf(nets: readonly number[]): PersonaFigure {
  const { value, n } = payoff(nets)
  return enough(n, () => (value === null ? hidden(n, 'undefined') : { value, n }))
}
