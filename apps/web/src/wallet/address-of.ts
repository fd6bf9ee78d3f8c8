import type { Address } from 'viem'

const isAddress = (text: string): text is Address => /^0x[\da-f]{40}$/i.test(text)

/** An address as the wire's schemas let it through, by the type of the wallet's calls. @throws TypeError for anything else */
export function addressOf(text: string): Address {
  if (!isAddress(text)) throw new TypeError(`not an address: ${text.slice(0, 42)}`)
  return text
}
