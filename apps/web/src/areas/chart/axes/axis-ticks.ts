import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { numberText, percentText } from '@aerie/core/numbers/number-text'

const LABEL_PX = 56
/** Minimum number of steps, even on a low pane. */
const FEWEST = 3
const STEPS = [1, 2, 2.5, 5, 10]

/** The smallest step of 1, 2, 2.5 or 5 times a power of ten that gives at most `count` labels over `span`. */
export function roundStep(span: number, count: number): number {
  if (!(span > 0) || !Number.isFinite(span)) return 0
  const rough = span / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * (STEPS.find((step) => step * power >= rough * (1 - 1e-9)) ?? 10)
}

export function linearValues(from: number, to: number, height: number): number[] {
  const step = roundStep(to - from, Math.max(FEWEST, Math.floor(height / LABEL_PX)))
  if (step === 0) return []
  const first = Math.ceil(from / step - 1e-9)
  const count = Math.floor(to / step + 1e-9) - first + 1
  // Multiplied, not summed: repeated addition drifts off the round values.
  return Array.from({ length: Math.max(0, count) }, (_, i) => tidy((first + i) * step, step))
}

/** 1, 2 and 5 times each power of ten if the range spans more than a factor of three, else linear. */
export function logValues(from: number, to: number, height: number): number[] {
  if (!(from > 0) || to / from < 3) return linearValues(from, to, height)
  const values: number[] = []
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++)
    for (const part of [1, 2, 5]) values.push(tidy(part * 10 ** power, 10 ** power))
  const inside = values.filter((value) => value >= from && value <= to)
  const every = Math.ceil((inside.length * LABEL_PX) / Math.max(LABEL_PX, height))
  return inside.filter((_, i) => i % every === 0)
}

/** Prices in the product's format, with more decimals if two neighbouring labels would be equal. */
export function priceLabel(value: number, step: number): string {
  const text = numberText(value)
  const shown = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
  const needed = decimalsOf(step)
  return value !== 0 && needed > shown
    ? value.toLocaleString('en-US', { minimumFractionDigits: needed, maximumFractionDigits: needed }).replace('-', MINUS)
    : text
}

export function percentLabel(value: number, step: number): string {
  const needed = decimalsOf(step)
  return needed > 2 ? `${value > 0 ? '+' : ''}${value.toFixed(needed).replace('-', MINUS)}%` : percentText(value)
}

export function decimalsOf(step: number): number {
  if (!(step > 0)) return 0
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const isWhole = Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) < 1e-9
  return Math.min(20, isWhole ? digits : digits + 1)
}

const tidy = (value: number, step: number): number => Number(value.toFixed(Math.min(20, decimalsOf(step))))
