import { exactUsdc, type MicroUsdc, microUsdc, type Notional, usdcFloor } from '@aerie/core/numbers/units'
import { recordKeys } from '@aerie/core/record-keys'

/** Double-entry accounts; `user:isolated:<symbol>` holds an isolated position's margin. */
export type LedgerAccount =
  | 'user:cash'
  | `user:isolated:${string}`
  | 'venue:counterparty'
  | 'venue:fees'
  | 'venue:funding'
  | 'venue:insurance'
  | 'venue:rounding'
  | 'external:deposits'

/** Line of a posting; credits are positive. */
export type LedgerLine = { readonly account: LedgerAccount; readonly amount: MicroUsdc }

/** Lines that sum to zero. Only `posting` creates one. */
export type Posting = readonly LedgerLine[]

/** Posting of the nonzero amounts. @throws RangeError unless they sum to zero */
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

/** Splits a profit into the user's credit (floor), the counterparty's cost (ceiling) and the rounding difference. */
export const splitProfit = (profit: Notional) => {
  const received = usdcFloor(profit)
  const paid = exactUsdc(received) === profit ? received : microUsdc(received + 1n)
  return { received, paid, rounding: microUsdc(paid - received) }
}

/** Splits a fee into the user's charge (ceiling), the venue's revenue (floor) and the rounding difference. */
export const splitFee = (fee: Notional) => {
  const booked = usdcFloor(fee)
  const charged = exactUsdc(booked) === fee ? booked : microUsdc(booked + 1n)
  return { charged, booked, rounding: microUsdc(charged - booked) }
}
