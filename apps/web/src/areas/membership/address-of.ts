import type { Address } from 'viem'

const isAddress = (text: string): text is Address => /^0x[\da-f]{40}$/i.test(text)

/** Narrows an address validated by the wire schemas. @throws TypeError for anything else */
export function addressOf(text: string): Address {
  if (!isAddress(text)) throw new TypeError(`not an address: ${text.slice(0, 42)}`)
  return text
}

export const shortAddress = (address: string): string => `${address.slice(0, 5)}…${address.slice(-5)}`
