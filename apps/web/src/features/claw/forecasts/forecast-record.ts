import type { Scorecard } from '@aerie/wire/market/forecasts'

const BAND = 80

/** How forecasts of several coins did together. */
export type ForecastRecord = {
  readonly scored: number
  /** Outcomes that do not overlap. */
  readonly independent: number
  /** Share of the outcomes within the 80 % band, 0 to 1; null where none is scored. */
  readonly share: number | null
}

/** Every scored forecast counts the same; a coin without one counts nothing. */
export function recordOf(cards: readonly Pick<Scorecard, 'scored' | 'independent' | 'coverage'>[]): ForecastRecord {
  const parts = cards.flatMap(({ scored, independent, coverage }) => {
    const share = coverage.find(({ percent }) => percent === BAND)?.share ?? null
    return share === null || scored === 0 ? [] : [{ scored, independent, held: share * scored }]
  })
  const sum = (pick: (part: (typeof parts)[number]) => number) => parts.reduce((total, part) => total + pick(part), 0)
  const scored = sum((part) => part.scored)
  return { scored, independent: sum((part) => part.independent), share: scored > 0 ? sum((part) => part.held) / scored : null }
}
