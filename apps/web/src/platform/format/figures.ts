import { amountText, groupedDecimal, MINUS, roundedDecimal } from '@aerie/core/numbers/decimal-figure'

export const DASH = '—'

/** A server figure with all its digits, e.g. a size or a posting. */
export const exactFigure = (text: string | null, least = 0): string => (text === null ? DASH : groupedDecimal(text, least))

/** Rounded half to even by the product's number rule. Show the exact figure in the title. */
export const amountFigure = (text: string | null): string => (text === null ? DASH : amountText(text))

export function signedAmount(text: string | null): string {
  const shown = amountFigure(text)
  return /[1-9]/.test(shown) && !shown.startsWith(MINUS) ? `+${shown}` : shown
}

/** For color. Always show the sign as well. */
export const toneOf = (text: string | null): 'up' | 'down' | undefined => {
  if (text === null || !/[1-9]/.test(text)) return undefined
  return text.startsWith('-') ? 'down' : 'up'
}

/** Rounded half to even to the market's tick, since averages and liquidation prices lie between ticks. Null tick: the number rule. */
export function priceFigure(text: string | null, tick: string | null): string {
  if (text === null || tick === null) return amountFigure(text)
  const rounded = roundedDecimal(text, decimalsOf(tick))
  // A price below half a tick must not be shown as zero.
  return /[1-9]/.test(text) && !/[1-9]/.test(rounded) ? amountFigure(text) : groupedDecimal(rounded)
}

const decimalsOf = (tick: string): number => tick.split('.')[1]?.replace(/0+$/, '').length ?? 0

/** Price rounded to the market's tick, as a number for charts that format their own labels. */
export const drawnPrice = (text: string, tick: string | null): number =>
  Number(tick === null ? text : roundedDecimal(text, decimalsOf(tick)))

/** Exact text for the title; undefined if nothing was rounded. */
export const exactTitle = (text: string | null, shown: string): string | undefined => {
  if (text === null) return undefined
  const exact = groupedDecimal(text)
  return withoutZeros(exact) === withoutZeros(shown) ? undefined : exact
}
const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

export const percentFigure = (text: string | null): string => scaled(text, 2, 2, '%')
export function signedPercent(text: string | null): string {
  const shown = percentFigure(text)
  return /[1-9]/.test(shown) && !shown.startsWith(MINUS) ? `+${shown}` : shown
}
export const bpsFigure = (text: string | null): string => scaled(text, 4, 2, ' bps')
/** Hourly rate as percent, up to six decimals because such rates are small. */
export const rateFigure = (text: string | null): string => withoutEndingZeros(scaled(text, 2, 6, '%'))
export const timesFigure = (text: string | null): string => (text === null ? DASH : `${amountText(text)}×`)

const withoutEndingZeros = (text: string): string => text.replace(/\.?0+%$/, '%')

/** A decimal times 10^`power`, rounded to `decimals` decimals. */
function scaled(text: string | null, power: number, decimals: number, unit: string): string {
  if (text === null) return DASH
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) return DASH
  const [, sign = '', whole = '', rest = ''] = match
  const digits = rest.padEnd(power, '0')
  const moved = `${sign}${`${whole}${digits.slice(0, power)}`.replace(/^0+(?=\d)/, '')}.${digits.slice(power) || '0'}`
  return `${groupedDecimal(roundedDecimal(moved, decimals))}${unit}`
}
