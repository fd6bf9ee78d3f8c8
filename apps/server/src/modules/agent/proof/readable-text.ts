/** Characters that are not seen, but for tab and line feed; and the frame of a keycap. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]|\u20e3/gu
/** A digit behind marks that are drawn over it. */
const MARKED_DIGIT = /(\p{Nd})\p{M}+/gu
const MATHEMATICAL_DIGITS = 0x1d7ce

/** Hides nothing and hints at nothing: no invisible characters, no digits of other scripts, no strike-outs or entities of the model's own. */
export function readable(raw: string): string {
  return raw
    .toWellFormed()
    .replaceAll(INVISIBLE, '')
    .replaceAll(MARKED_DIGIT, '$1')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/(?<=\d)[，٬](?=\d)/g, ',')
    .replaceAll(/(?<=\d)[．٫](?=\d)/g, '.')
    .replaceAll('~', '≈')
    .replaceAll(/&(?=#?[a-z0-9]{1,32};)/gi, '&amp;')
}

/** Digits of every script stand in rows of ten, from 0 to 9. */
function asciiDigit(digit: string): string {
  if (digit <= '9') return digit
  const code = digit.codePointAt(0) ?? 0
  if (code >= MATHEMATICAL_DIGITS && code < MATHEMATICAL_DIGITS + 50) return String((code - MATHEMATICAL_DIGITS) % 10)
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
