/** Result of parsing typed or pasted text: plain decimal text, empty, or a refusal. */
export type TypedNumber =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly problem: string }

/** What a field accepts besides digits. */
export type NumberRules = {
  /** Accepted before or after the number, case-insensitive: `$`, `USDC`, `%`. */
  readonly units?: readonly string[]
  readonly isSigned?: boolean
  readonly hasMagnitudes?: boolean
}

/** Dollar signs, and codes of the dollar and its stablecoins. */
export const DOLLARS: readonly string[] = ['$', 'USD', 'USDC', 'USDT']

const MOST_CHARACTERS = 200
const MOST_DIGITS = 40
const MAGNITUDES = 'kmbt'
const PARTS = /^([\d., ']*)(?:e([+-]?\d{1,4})|([kmbt]))?$/i
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+|(?:'\d{3})+|(?:\.\d{3})+)$|^[1-9]\d?(?:,\d{2})+,\d{3}$/

/** Parses a number as typed or pasted, in any script's digits, to plain decimal text. `1,234` is ambiguous: refused with both readings. */
export function parseTypedNumber(typed: string, { units = [], isSigned = false, hasMagnitudes = false }: NumberRules = {}): TypedNumber {
  if (typed.length > MOST_CHARACTERS) return TOO_LONG
  const text = plainSigns(typed).trim()
  if (text === '') return { kind: 'empty' }
  const { isNegative, body } = withoutSignAndUnits(text, units)
  const [, mantissa = '', exponent = '0', magnitude = ''] = PARTS.exec(body) ?? []
  if (!/\d/.test(mantissa) || (magnitude !== '' && !hasMagnitudes)) return wrong(strayMessage(body))
  if (isNegative && !isSigned) return wrong('Enter a number without a minus sign.')
  const read = readMantissa(mantissa.trim())
  if (read.kind !== 'number') return read
  const shifted = shiftPoint(read.text, Number(exponent) + 3 * (MAGNITUDES.indexOf(magnitude.toLowerCase() || '-') + 1))
  if (shifted.length > MOST_DIGITS) return TOO_LONG
  return { kind: 'number', text: isNegative && /[1-9]/.test(shifted) ? `-${shifted}` : shifted }
}

/** ASCII form of digits and full-width characters, without invisible format characters; keeps look-alikes such as `²` or `①`. */
export function asciiText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/(?!\d)\p{Nd}/gu, digitOf)
    .replaceAll(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
}

/** Each script's digits are consecutive from its zero; some ranges are adjacent. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

const wrong = (problem: string): TypedNumber => ({ kind: 'wrong', problem })
const TOO_LONG = wrong('This number is too long.')
const EXAMPLE = 'such as 1234.5'

/** Arabic separators are unambiguous: the group mark is never a decimal comma. */
const plainSigns = (text: string): string =>
  asciiText(text)
    .replaceAll(/[\s_]/g, ' ')
    .replaceAll(/[−‐‑‒–—﹣]/g, '-')
    .replaceAll(/[’‘ʼ′`´٬]/g, "'")
    .replaceAll(/[٫。｡]/g, '.')
    .replaceAll(/[،、､]/g, ',')
    .replaceAll('٪', '%')

function withoutSignAndUnits(text: string, units: readonly string[]): { readonly isNegative: boolean; readonly body: string } {
  const longestFirst = [...units].filter((unit) => unit !== '').sort((one, other) => other.length - one.length)
  const behind = longestFirst.find((unit) => endsWithUnit(text, unit))
  const bare = (behind === undefined ? text : text.slice(0, -behind.length)).trim()
  const outer = signOf(bare)
  const before = longestFirst.find((unit) => startsWithUnit(outer.rest, unit))
  const inner = before === undefined ? outer : signOf(outer.rest.slice(before.length).trim())
  if (inner === outer) return { isNegative: outer.sign === '-', body: outer.rest }
  return { isNegative: (outer.sign || inner.sign) === '-', body: outer.sign === '' ? inner.rest : inner.sign + inner.rest }
}

const signOf = (text: string): { readonly sign: string; readonly rest: string } =>
  /^[+-]/.test(text) ? { sign: text.slice(0, 1), rest: text.slice(1).trim() } : { sign: '', rest: text }

const endsWithUnit = (text: string, unit: string): boolean =>
  text.slice(-unit.length).toLowerCase() === unit.toLowerCase() && !/\d\d/.test(text.slice(0, -unit.length).slice(-1) + unit[0])
/** A unit that ends in a digit (`C98`) needs a space before the number. */
const startsWithUnit = (text: string, unit: string): boolean =>
  text.slice(0, unit.length).toLowerCase() === unit.toLowerCase() && !/\d\d/.test(unit.slice(-1) + text.slice(unit.length, unit.length + 1))

function strayMessage(body: string): string {
  const stray = body.replaceAll(/[\d., ']/g, '')
  return stray === '' || !/\d/.test(body)
    ? `Enter a number, ${EXAMPLE}.`
    : `Enter the number alone, ${EXAMPLE}, without “${stray.slice(0, 12)}”.`
}

function readMantissa(mantissa: string): TypedNumber {
  const byPoint = readWith('.', mantissa)
  const byComma = readWith(',', mantissa)
  if (/^[1-9]\d*,\d{3}$/.test(mantissa)) {
    const whole = mantissa.replace(',', '')
    return wrong(`“${mantissa}” can mean ${whole} or ${mantissa.replace(',', '.')}. Enter one of the two.`)
  }
  const text = byPoint ?? byComma
  return text === null ? wrong(`Enter the number without separators, ${EXAMPLE}.`) : { kind: 'number', text }
}

function readWith(mark: '.' | ',', mantissa: string): string | null {
  const [whole = '', fraction = '', ...more] = mantissa.split(mark)
  if (more.length > 0 || !/^\d*$/.test(fraction)) return null
  if (!/^\d*$/.test(whole) && !GROUPED.test(whole)) return null
  const digits = whole.replaceAll(/\D/g, '')
  return digits + fraction === '' ? null : plain(digits, fraction)
}

const plain = (whole: string, fraction: string): string => `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction && `.${fraction}`}`

function shiftPoint(text: string, power: number): string {
  if (power === 0) return text
  const [whole = '', fraction = ''] = text.split('.')
  const shift = Math.max(-MOST_CHARACTERS, Math.min(power, MOST_CHARACTERS))
  const zeros = '0'.repeat(Math.abs(shift))
  const digits = zeros + whole + fraction + zeros
  const point = zeros.length + whole.length + shift
  return plain(digits.slice(0, point), digits.slice(point).replace(/0+$/, ''))
}
