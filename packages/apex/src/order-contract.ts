import { contractAccount, contractDecimal, contractFee, contractPlace } from './contract-numbers.ts'

/** What the second layer is told of an order; the signature covers all of it. */
export type ContractParts = {
  /** Digits: the account at ApeX. */
  readonly account: string
  /** Digits: the pair's number on the second layer. */
  readonly pair: string
  readonly side: 'buy' | 'sell'
  /** Coins, decimal text. */
  readonly size: string
  /** USDT, decimal text; of a market order the worst price. */
  readonly price: string
  /** Fractions: `0.0005` is five basis points. */
  readonly takerFeeRate: string
  readonly makerFeeRate: string
}

/**
 * The text that the signer signs: the contract of one order as JSON, without spaces, in this order of names. Its place on the second
 * layer follows from the client id, so the same order signed twice acts once.
 *
 * @param digest SHA-256 of the client id's UTF-8 text: 32 bytes
 * @throws RangeError where a size, price or rate is no decimal; SyntaxError where account or pair are not digits
 * Source: docs/operate/apex.md, "The signer"; ApeX Omni connector, `getZKContractSignatureObj`
 */
export function contractText(parts: ContractParts, digest: Uint8Array): string {
  const { slot, nonce } = contractPlace(digest)
  return JSON.stringify({
    accountId: contractAccount(parts.account),
    subAccountId: 0,
    slotId: slot,
    nonce,
    pairId: Number(BigInt(parts.pair)),
    size: contractDecimal(parts.size),
    price: contractDecimal(parts.price),
    direction: parts.side === 'buy',
    takerFeeRate: contractFee(parts.takerFeeRate),
    makerFeeRate: contractFee(parts.makerFeeRate),
    hasSubsidy: false,
  })
}
