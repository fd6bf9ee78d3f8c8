/** A decimal number exactly as written: `units` times ten to the power of minus `scale`. */
type Decimal = { readonly units: bigint; readonly scale: number }

const DEFAULT_DIGITS = 10
/** Cents are never rounded away, however large the amount. */
const FEWEST_DECIMALS = 2

/**
 * `amount` of something worth `price` each, in units worth `against` each: amount x price / against, computed in whole
 * numbers and rounded once, half up, to `digits` significant digits but never to fewer than two decimals.
 *
 * @param amount plain decimal text, as `parseTypedNumber` gives it
 * @param price and against: positive and finite, in one and the same currency
 * @returns plain decimal text without trailing zeros
 * @throws RangeError when a price is not positive and finite, or `amount` is not plain decimal text
 * @example convertAmount({ amount: '0.1', price: 3, against: 1 }) // '0.3'
 */
export function convertAmount(given: { amount: string; price: number; against: number }, digits = DEFAULT_DIGITS): string {
  const amount = decimalOf(given.amount)
  const price = priceOf(given.price)
  const against = priceOf(given.against)
  const numerator = amount.units * price.units * ten(against.scale)
  const denominator = against.units * ten(amount.scale + price.scale)
  if (numerator === 0n) return '0'
  return plainText(decimalQuotient(numerator, denominator, digits))
}

/** The lengths of two numbers foretell that of their quotient but for one digit; where it has that one, it is rounded again. */
function decimalQuotient(numerator: bigint, denominator: bigint, digits: number): Decimal {
  const whole = String(numerator).length - String(denominator).length
  const scale = Math.max(FEWEST_DECIMALS, digits - whole)
  const units = divideHalfUp(numerator * ten(scale), denominator)
  if (String(units).length <= digits || scale === FEWEST_DECIMALS) return { units, scale }
  return { units: divideHalfUp(numerator * ten(scale - 1), denominator), scale: scale - 1 }
}

const ten = (power: number): bigint => 10n ** BigInt(power)

const divideHalfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator)

function plainText({ units, scale }: Decimal): string {
  const digits = String(units).padStart(scale + 1, '0')
  const point = digits.length - scale
  return scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, '')
}

function priceOf(value: number): Decimal {
  if (!(value > 0) || !Number.isFinite(value)) throw new RangeError(`A price is positive and finite, not ${value}`)
  return decimalOf(String(value))
}

/** Reads `12.5`, `.5` and the `1e-7` that small numbers print as. */
function decimalOf(text: string): Decimal {
  const match = /^(\d*)(?:\.(\d*))?(?:e([+-]\d+))?$/.exec(text)
  if (match === null || !/\d/.test(text)) throw new RangeError(`Not a decimal number: ${text}`)
  const [, whole = '', fraction = '', exponent = '0'] = match
  const scale = fraction.length - Number(exponent)
  const units = BigInt(`0${whole}${fraction}`)
  return scale >= 0 ? { units, scale } : { units: units * ten(-scale), scale: 0 }
}
