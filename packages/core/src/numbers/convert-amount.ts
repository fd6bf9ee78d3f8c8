type Decimal = { readonly units: bigint; readonly scale: number }

const DEFAULT_DIGITS = 10
const FEWEST_DECIMALS = 2

/**
 * Exact amount x price / against, rounded once, half up, to `digits` significant digits but at least two decimals.
 * @throws RangeError if a price is not positive and finite, or `amount` is not plain decimal text
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

/** Digit counts predict the quotient's length to within one digit; if it has that extra digit, it is rounded again. */
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

function decimalOf(text: string): Decimal {
  const match = /^(\d*)(?:\.(\d*))?(?:e([+-]\d+))?$/.exec(text)
  if (match === null || !/\d/.test(text)) throw new RangeError(`Not a decimal number: ${text}`)
  const [, whole = '', fraction = '', exponent = '0'] = match
  const scale = fraction.length - Number(exponent)
  const units = BigInt(`0${whole}${fraction}`)
  return scale >= 0 ? { units, scale } : { units: units * ten(-scale), scale: 0 }
}
