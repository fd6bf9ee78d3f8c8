import { ceilDiv, DECIMALS, parseDecimal } from '@aerie/core/numbers/units'

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

const MOST_32 = 2n ** 32n - 1n
const MOST_64 = 2n ** 64n - 1n
/** Signed contracts express prices and sizes as integers of 10⁻¹⁸. */
const CONTRACT_DECIMALS = 18
const FEE_DECIMALS = 6

/** Layer-2 slot and nonce of an order. Deterministic per client id, so an order executes only once. */
type ContractSlot = { readonly slot: number; readonly nonce: number }

/** From `digest`: SHA-256 of the client id. Source: ApeX Omni connector, `getZKContractSignatureObj`. @throws RangeError */
export function contractSlot(digest: Uint8Array): ContractSlot {
  if (digest.length !== 32) throw new RangeError('a digest has 32 bytes')
  const value = digest.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return { slot: Number((value % MOST_64) / MOST_32), nonce: Number(value % MOST_32) }
}

/** Account number in a contract. @throws SyntaxError if not an integer */
export const contractAccount = (accountId: string): number => Number(BigInt(accountId) % MOST_32)

/** Contract integer of 10⁻¹⁸, as digits. @throws RangeError if not a decimal, or with more than 18 decimals */
export const contractDecimal = (text: string): string => units(text, CONTRACT_DECIMALS).toString()

/** Fee rate in whole basis points, rounded up; `0.0005` is 5. @throws RangeError if not a decimal */
export const contractFee = (rate: string): number => Number(ceilDiv(units(rate, CONTRACT_DECIMALS), 10n ** BigInt(CONTRACT_DECIMALS - 4)))

/** Maximum fee of an order: price × size × rate, rounded up to 10⁻⁶. @throws RangeError if not a decimal */
export function limitFee({ price, size, rate }: { readonly price: string; readonly size: string; readonly rate: string }): string {
  const product = units(price, DECIMALS.price) * units(size, DECIMALS.size) * units(rate, CONTRACT_DECIMALS)
  const fee = ceilDiv(product, 10n ** BigInt(DECIMALS.price + DECIMALS.size + CONTRACT_DECIMALS - FEE_DECIMALS))
  return `${fee / 1_000_000n}.${(fee % 1_000_000n).toString().padStart(FEE_DECIMALS, '0')}`
}

function units(text: string, decimals: number): bigint {
  const parsed = parseDecimal(text, decimals)
  if (!parsed.ok) throw new RangeError(`not a decimal of an order: ${parsed.fault}`)
  return parsed.value
}
