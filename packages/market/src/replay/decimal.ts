const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
const [ZERO, NINE, POINT] = [48, 57, 46]
/** Digits that a double holds exactly. */
const EXACT_DIGITS = 15

/**
 * The number that `bytes[from, to)` spells, the very double that `Number(text)` gives: a whole number below 10^15
 * divided by a power of ten up to 10^22 is rounded once, so correctly. Anything else,
 * a sign included, is left to `Number`.
 *
 * @returns NaN where it is not a number, an empty field included
 * @throws never
 * Source: W. D. Clinger, How to read floating point numbers accurately, PLDI 1990 (the fast path)
 */
export function parseDecimal(bytes: Uint8Array, from: number, to: number): number {
  let mantissa = 0
  let point = -1
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at]!
    if (byte >= ZERO && byte <= NINE) mantissa = mantissa * 10 + (byte - ZERO)
    else if (byte === POINT && point < 0) point = at
    else return parseSlowly(bytes, from, to)
  }
  const decimals = point < 0 ? 0 : to - point - 1
  const digits = to - from - (point < 0 ? 0 : 1)
  return digits === 0 || digits > EXACT_DIGITS ? parseSlowly(bytes, from, to) : mantissa / POWERS[decimals]!
}

function parseSlowly(bytes: Uint8Array, from: number, to: number): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from)
    .toString('latin1')
    .replace(/^"(.*)"$/, '$1')
    .trim()
  return /^-?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
}
