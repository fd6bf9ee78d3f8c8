import { ceilDiv, DECIMALS, parseDecimal } from '@aerie/core/numbers/units'

const MOST_32 = 2n ** 32n - 1n
const MOST_64 = 2n ** 64n - 1n
/** Prices and sizes of a signed contract are whole numbers of 10⁻¹⁸. */
const CONTRACT_DECIMALS = 18
const FEE_DECIMALS = 6

/** Where an order stands on the second layer: the same client id always gets the same place, so it acts once there too. */
export type ContractPlace = { readonly slot: number; readonly nonce: number }

/**
 * Slot and nonce of an order, from its client id.
 *
 * @param digest SHA-256 of the client id's UTF-8 text: 32 bytes
 * @throws RangeError for another length
 * Source: ApeX Omni connector, `getZKContractSignatureObj`
 */
export function contractPlace(digest: Uint8Array): ContractPlace {
  if (digest.length !== 32) throw new RangeError('a digest has 32 bytes')
  const value = digest.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return { slot: Number((value % MOST_64) / MOST_32), nonce: Number(value % MOST_32) }
}

/**
 * Number of an account as a contract holds it.
 *
 * @param accountId digits
 * @throws SyntaxError for what is no whole number
 */
export const contractAccount = (accountId: string): number => Number(BigInt(accountId) % MOST_32)

/**
 * A price or size as a contract holds it: whole 10⁻¹⁸, in digits.
 *
 * @throws RangeError for no decimal, or one with more than 18 decimals
 */
export const contractDecimal = (text: string): string => units(text, CONTRACT_DECIMALS).toString()

/**
 * A rate of fees in whole basis points, rounded up.
 *
 * @param rate `0.0005` is five basis points
 * @throws RangeError for no decimal
 */
export const contractFee = (rate: string): number => Number(ceilDiv(units(rate, CONTRACT_DECIMALS), 10n ** BigInt(CONTRACT_DECIMALS - 4)))

/**
 * The highest fee an order may cost: price times size times rate, rounded up to 10⁻⁶.
 *
 * @throws RangeError for no decimal
 */
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
