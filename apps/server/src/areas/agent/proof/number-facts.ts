import type { ProvenFigure } from '@aerie/wire/agent/agent'
import type { OwnFacts } from '../own/own-facts.ts'

export type NumberFacts = {
  readonly figures: readonly Pick<ProvenFigure, 'currency' | 'price' | 'at'>[]
  readonly percents: readonly number[]
  readonly hours: readonly number[]
  /** Times named by tools, in ms UTC. */
  readonly moments: readonly number[]
  readonly own?: OwnFacts
}

/** `step` is the value of the last digit. */
export type WrittenNumber = { readonly value: number; readonly step: number }

/** Coarsest rounding step of a price, as a share of it; the error is at most half of that. */
const ROUNDING_SHARE = 0.02
/** Truncation instead of rounding is accepted below this share. */
const CUT_SHARE = 1e-4
/** Limits figure pairs used for percentages: with more pairs, any percentage would match one. */
const PAIRS_OF = 24
const SLACK = 1 + 1e-9

export const isPriceKnown = (written: readonly WrittenNumber[], { figures }: NumberFacts): boolean =>
  written.some((each) => figures.some(({ price }) => isRounded(each, price)))

function isRounded({ value, step }: WrittenNumber, price: number): boolean {
  const unit = roundingUnit(value, step, price * ROUNDING_SHARE)
  const off = Math.abs(value - price)
  return (unit <= price * ROUNDING_SHARE && off <= (unit / 2) * SLACK) || (step <= price * CUT_SHARE && off < step * SLACK)
}

/** Largest power of ten, up to `most`, that divides the written number: 64,000 may represent 63,987. */
function roundingUnit(value: number, step: number, most: number): number {
  let unit = step
  while (unit * 10 <= most && isMultiple(value, unit * 10)) unit *= 10
  return unit
}

const isMultiple = (value: number, unit: number): boolean => Math.abs(value / unit - Math.round(value / unit)) < 1e-6

/** Whether a tool returned this percentage, or it is the change between two figures of one coin, in time order. */
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

/** Whether an own-data tool returned this amount, possibly rounded; a sign must match. */
export const isOwnAmount = (written: readonly WrittenNumber[], sign: Sign, { own }: NumberFacts): boolean =>
  own !== undefined && written.some((each) => own.amounts.some((amount) => isSigned(amount, sign) && isRounded(each, Math.abs(amount))))

export const isOwnShare = (written: readonly WrittenNumber[], sign: Sign, { own }: NumberFacts): boolean =>
  own !== undefined &&
  written.some(({ value, step }) =>
    own.shares.some((share) => isSigned(share, sign) && Math.abs(value - Math.abs(share)) <= (step / 2) * SLACK + Number.EPSILON),
  )

export const isOwnCount = (written: readonly WrittenNumber[], { own }: NumberFacts): boolean =>
  own !== undefined && written.some(({ value, step }) => step === 1 && own.counts.includes(value))
