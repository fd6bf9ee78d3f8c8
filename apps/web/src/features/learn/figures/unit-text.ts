import { MINUS } from '@aerie/core/numbers/decimal-figure'
import type { FigureUnit } from './formulas.ts'

const UNITS: Readonly<Record<FigureUnit, (text: string) => string>> = {
  percent: (text) => `${text}%`,
  usd: (text) => (text.startsWith(MINUS) ? `${MINUS}$${text.slice(1)}` : `$${text}`),
  coins: (text) => `${text} coins`,
  days: (text) => (text === '1' ? '1 day' : `${text} days`),
  hours: (text) => (text === '1' ? '1 hour' : `${text} hours`),
  times: (text) => `${text}×`,
  r: (text) => `${text}R`,
  count: (text) => text,
  ratio: (text) => text,
}
/** Digits after the point that a figure is rounded to. */
const DIGITS: Readonly<Record<FigureUnit, number>> = {
  percent: 2,
  usd: 2,
  coins: 3,
  days: 0,
  hours: 0,
  times: 0,
  r: 2,
  count: 0,
  ratio: 2,
}
/** Rates of funding need two digits more. */
const FINE = 4

/** A number of a figure with its unit. */
export function unitText(value: number, unit: FigureUnit): string {
  const digits = unit === 'percent' && value !== 0 && Math.abs(value) < 0.1 ? FINE : DIGITS[unit]
  const text = value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: unit === 'usd' ? 2 : 0 })
  return UNITS[unit](/^-[0.]+$/.test(text) ? text.slice(1) : text.replace('-', MINUS))
}
