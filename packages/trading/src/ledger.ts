import { exactUsdc, type MicroUsdc, microUsdc, type Notional, usdcFloor } from '@aerie/core/numbers/units'
import { recordKeys } from '@aerie/core/record-keys'

/** Accounts of the double-entry ledger; `user:isolated:<symbol>` holds the margin of one isolated position. */
export type LedgerAccount =
  | 'user:cash'
  | `user:isolated:${string}`
  | 'venue:counterparty'
  | 'venue:fees'
  | 'venue:funding'
  | 'venue:insurance'
  | 'venue:rounding'
  | 'external:deposits'

/** One line of a posting; what an account receives is positive. */
export type LedgerLine = { readonly account: LedgerAccount; readonly amount: MicroUsdc }

/** Lines that sum to zero. Only `posting` makes one. */
export type Posting = readonly LedgerLine[]

/**
 * A posting of the amounts that are not 0.
 *
 * @throws RangeError when they do not sum to zero: money would come from nowhere
 */
export function posting(amounts: Readonly<Partial<Record<LedgerAccount, bigint>>>): Posting {
  const lines: LedgerLine[] = []
  let sum = 0n
  for (const account of recordKeys(amounts)) {
    const amount = amounts[account]
    if (amount === undefined || amount === 0n) continue
    sum += amount
    lines.push({ account, amount: microUsdc(amount) })
  }
  if (sum !== 0n) throw new RangeError(`A posting sums to ${sum} micro-USDC, not to zero`)
  return lines
}

/** What a profit adds to the user's cash, what the counterparty pays for it, and the rest: floor, ceiling, difference. */
export const splitProfit = (profit: Notional) => {
  const received = usdcFloor(profit)
  const paid = exactUsdc(received) === profit ? received : microUsdc(received + 1n)
  return { received, paid, rounding: microUsdc(paid - received) }
}

/** What a fee takes from the user's cash, what the venue books of it, and the rest: ceiling, floor, difference. */
export const splitFee = (fee: Notional) => {
  const booked = usdcFloor(fee)
  const charged = exactUsdc(booked) === fee ? booked : microUsdc(booked + 1n)
  return { charged, booked, rounding: microUsdc(charged - booked) }
}
