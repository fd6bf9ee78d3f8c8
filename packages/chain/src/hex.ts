const isHex = (text: string): text is `0x${string}` => text.startsWith('0x')

/** Casts hex text to viem's type; digits are validated at the input boundary. @throws RangeError without 0x prefix */
export function hexOf(text: string): `0x${string}` {
  if (!isHex(text)) throw new RangeError('This text does not begin with 0x.')
  return text
}
