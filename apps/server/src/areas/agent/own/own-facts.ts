import { HOUR_MS } from '@aerie/core/time'
import type { OwnResult, OwnValue } from '@aerie/wire/agent/agent-own'

export type OwnFacts = {
  /** Amounts, prices, sizes and ratios. */
  readonly amounts: readonly number[]
  /** In percent. */
  readonly shares: readonly number[]
  readonly counts: readonly number[]
  readonly hours: readonly number[]
  readonly moments: readonly number[]
}

/** The newest values only. */
const MOST_VALUES = 600

const DAYS_IN_PERIOD = /^last_(\d+)_days$/

/** Numbers that an answer may state. Tags and names are words: numbers in them are not facts. */
export function ownFacts(results: readonly OwnResult[]): OwnFacts {
  const values = results.flatMap(({ values: own, rows }) => [...own, ...rows.flatMap((row) => row.values)]).slice(-MOST_VALUES)
  const of = (...units: readonly OwnValue['unit'][]): number[] => values.filter(({ unit }) => units.includes(unit)).flatMap(numbersOf)
  const spans = results.flatMap(({ span }) => span ?? [])
  const days = results.flatMap(({ asked }) => DAYS_IN_PERIOD.exec(asked.period ?? '')?.[1] ?? [])
  const durations = of('duration_ms').map((ms) => Number((ms / HOUR_MS).toFixed(1)))
  return {
    amounts: of('usdc', 'price', 'coins', 'ratio'),
    shares: of('share', 'fine_share').map((share) => share * 100),
    counts: [
      ...of('count'),
      ...values.flatMap(({ n }) => n ?? []),
      ...results.flatMap(({ rows, more, compared }) => [rows.length, rows.length + more, compared ?? 0]),
    ],
    hours: [...durations, ...durations.map(Math.round), ...days.map((count) => Number(count) * 24)],
    moments: [...of('instant_ms'), ...spans.flatMap(({ from, to }) => [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)])],
  }
}

const numbersOf = ({ value, low, high }: OwnValue): number[] =>
  [value, low, high].flatMap((text) => (text === null || text === undefined || !Number.isFinite(Number(text)) ? [] : [Number(text)]))
