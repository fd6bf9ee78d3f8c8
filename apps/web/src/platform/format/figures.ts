import { amountText, groupedDecimal, MINUS, roundedDecimal } from '@aerie/core/numbers/decimal-figure'

/** A figure that is not known. */
export const DASH = '—'

/** An exact figure of the server as it is read, with all of its digits: a size, a posting. */
export const exactFigure = (text: string | null, least = 0): string => (text === null ? DASH : groupedDecimal(text, least))

/** An amount by the product's rule for numbers, rounded half to even. Show the exact figure in the title. */
export const amountFigure = (text: string | null): string => (text === null ? DASH : amountText(text))

/** An amount with its sign, plus included. */
export function signedAmount(text: string | null): string {
  const shown = amountFigure(text)
  return /[1-9]/.test(shown) && !shown.startsWith(MINUS) ? `+${shown}` : shown
}

/** Whether an amount is a gain or a loss, for its colour. Always shown with a sign as well. */
export const toneOf = (text: string | null): 'up' | 'down' | undefined => {
  if (text === null || !/[1-9]/.test(text)) return undefined
  return text.startsWith('-') ? 'down' : 'up'
}

/**
 * A price with the decimals of its market's tick, rounded half to even: averages and liquidation prices lie between ticks.
 *
 * @param tick null where it is not known: by the rule for numbers
 */
export function priceFigure(text: string | null, tick: string | null): string {
  if (text === null || tick === null) return amountFigure(text)
  const rounded = roundedDecimal(text, placesOf(tick))
  // A price below half a tick is no price of zero.
  return /[1-9]/.test(text) && !/[1-9]/.test(rounded) ? amountFigure(text) : groupedDecimal(rounded)
}

const placesOf = (tick: string): number => tick.split('.')[1]?.replace(/0+$/, '').length ?? 0

/** A price rounded to its market's tick, as a number, for charts that format their own labels. */
export const drawnPrice = (text: string, tick: string | null): number => Number(tick === null ? text : roundedDecimal(text, placesOf(tick)))

/** The exact text of a figure, for its title, where what is shown was rounded. */
export const exactTitle = (text: string | null, shown: string): string | undefined => {
  if (text === null) return undefined
  const exact = groupedDecimal(text)
  return withoutZeros(exact) === withoutZeros(shown) ? undefined : exact
}
const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** A fraction as percent with two decimals. */
export const percentFigure = (text: string | null): string => scaled(text, 2, 2, '%')
/** A percentage with its sign, plus included. */
export function signedPercent(text: string | null): string {
  const shown = percentFigure(text)
  return /[1-9]/.test(shown) && !shown.startsWith(MINUS) ? `+${shown}` : shown
}
/** A fraction as basis points with two decimals. */
export const bpsFigure = (text: string | null): string => scaled(text, 4, 2, ' bps')
/** An hourly rate as percent with up to six decimals, since such rates are small. */
export const rateFigure = (text: string | null): string => withoutEndingZeros(scaled(text, 2, 6, '%'))
/** A multiple, such as a leverage, by the rule for numbers. */
export const timesFigure = (text: string | null): string => (text === null ? DASH : `${amountText(text)}×`)

const withoutEndingZeros = (text: string): string => text.replace(/\.?0+%$/, '%')

/** A decimal times a power of ten, rounded to `places` decimals. */
function scaled(text: string | null, power: number, places: number, unit: string): string {
  if (text === null) return DASH
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) return DASH
  const [, sign = '', whole = '', rest = ''] = match
  const digits = rest.padEnd(power, '0')
  const moved = `${sign}${`${whole}${digits.slice(0, power)}`.replace(/^0+(?=\d)/, '')}.${digits.slice(power) || '0'}`
  return `${groupedDecimal(roundedDecimal(moved, places))}${unit}`
}
