import { contractAccount, contractDecimal, contractFee, contractSlot } from './contract-numbers.ts'

/** Fields of the layer-2 contract; the signature covers all of them. */
export type ContractParts = {
  readonly account: string
  readonly pair: string
  readonly side: 'buy' | 'sell'
  readonly size: string
  /** USDT, decimal text; for market orders the worst acceptable price. */
  readonly price: string
  /** Fraction: `0.0005` is five basis points. */
  readonly takerFeeRate: string
  readonly makerFeeRate: string
}

/** JSON for the signer, in this key order, no spaces. `digest`: SHA-256 of the client id. Source: docs/operate/apex.md, "The signer". */
export function contractText(parts: ContractParts, digest: Uint8Array): string {
  const { slot, nonce } = contractSlot(digest)
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
