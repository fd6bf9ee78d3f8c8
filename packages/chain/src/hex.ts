const isHex = (text: string): text is `0x${string}` => text.startsWith('0x')

/**
 * A text of hex digits in the type that viem wants: an address, a hash, a signature. Its digits are checked where it comes in.
 *
 * @throws RangeError where it does not begin with 0x
 * @example hexOf('0xff') // '0xff', of the type `0x${string}`
 */
export function hexOf(text: string): `0x${string}` {
  if (!isHex(text)) throw new RangeError('This text does not begin with 0x.')
  return text
}
