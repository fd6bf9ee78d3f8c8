import type { ProvenFigure } from '@aerie/wire/agent/agent'
import type { OwnFacts } from '../own/own-facts.ts'

/** What the tools of a conversation have said, and so what an answer may say in numbers. */
export type NumberFacts = {
  readonly figures: readonly Pick<ProvenFigure, 'currency' | 'price' | 'at'>[]
  /** Percentages that a tool named, such as the width of a band. */
  readonly percents: readonly number[]
  /** Hours that were asked for. */
  readonly hours: readonly number[]
  /** Times that tools named, milliseconds UTC. */
  readonly moments: readonly number[]
  /** What tools for the user's own data have said. */
  readonly own?: OwnFacts
}

/** A number as it is written: `step` is the worth of its last digit. */
export type WrittenNumber = { readonly value: number; readonly step: number }

/** The coarsest step that a price may be rounded to, as a share of it: what is said is off by half of that at the most. */
const ROUNDING_SHARE = 0.02
/** Prices may be cut off instead of rounded where nobody can see it. */
const CUT_SHARE = 1e-4
/** Of all pairs of figures, so many make percentages: more would make any percentage true. */
const PAIRS_OF = 24
const SLACK = 1 + 1e-9

/** Whether some tool said this price, rounded perhaps. */
export const isPriceKnown = (written: readonly WrittenNumber[], { figures }: NumberFacts): boolean =>
  written.some((each) => figures.some(({ price }) => isRounded(each, price)))

function isRounded({ value, step }: WrittenNumber, price: number): boolean {
  const unit = roundingUnit(value, step, price * ROUNDING_SHARE)
  const off = Math.abs(value - price)
  return (unit <= price * ROUNDING_SHARE && off <= (unit / 2) * SLACK) || (step <= price * CUT_SHARE && off < step * SLACK)
}

/** The largest power of ten that divides the number as it is written, but not above `most`: 64,000 may stand for 63,987. */
function roundingUnit(value: number, step: number, most: number): number {
  let unit = step
  while (unit * 10 <= most && isMultiple(value, unit * 10)) unit *= 10
  return unit
}

const isMultiple = (value: number, unit: number): boolean => Math.abs(value / unit - Math.round(value / unit)) < 1e-6

/** Whether some tool said this percentage, or it is the change between two figures of one coin from the earlier to the later. */
export function isPercentKnown(
  written: readonly WrittenNumber[],
  sign: '+' | '-' | undefined,
  { figures, percents }: NumberFacts,
): boolean {
  const changes = [...percents, ...changesOf(figures.slice(-PAIRS_OF))]
  return written.some(({ value, step }) =>
    changes.some((change) => isSigned(change, sign) && Math.abs(value - Math.abs(change)) <= (step / 2) * SLACK + Number.EPSILON),
  )
}

const isSigned = (change: number, sign: '+' | '-' | undefined): boolean =>
  sign === undefined || change === 0 || (sign === '+' ? change > 0 : change < 0)

function changesOf(figures: NumberFacts['figures']): number[] {
  const changes: number[] = []
  for (const from of figures)
    for (const to of figures) if (from.currency === to.currency && from.at < to.at) changes.push((to.price / from.price - 1) * 100)
  return changes
}

export const areHoursKnown = (written: readonly WrittenNumber[], { hours, own }: NumberFacts): boolean =>
  written.some(({ value }) => hours.includes(value) || own?.hours.includes(value) === true)

type Sign = '+' | '-' | undefined

/** Whether a tool for own data said this amount, rounded perhaps; a sign has to be its own. */
export const isOwnAmount = (written: readonly WrittenNumber[], sign: Sign, { own }: NumberFacts): boolean =>
  own !== undefined && written.some((each) => own.amounts.some((amount) => isSigned(amount, sign) && isRounded(each, Math.abs(amount))))

/** Whether it said this percentage. */
export const isOwnShare = (written: readonly WrittenNumber[], sign: Sign, { own }: NumberFacts): boolean =>
  own !== undefined &&
  written.some(({ value, step }) =>
    own.shares.some((share) => isSigned(share, sign) && Math.abs(value - Math.abs(share)) <= (step / 2) * SLACK + Number.EPSILON),
  )

/** Whether it counted so many things. */
export const isOwnCount = (written: readonly WrittenNumber[], { own }: NumberFacts): boolean =>
  own !== undefined && written.some(({ value, step }) => step === 1 && own.counts.includes(value))
