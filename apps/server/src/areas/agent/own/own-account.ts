import type { OwnValue } from '@aerie/wire/agent/agent-own'
import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { fundingValue, negated, type OwnReading, share, sumOf, usdc } from './own-reading.ts'
import type { BareResult } from './own-text.ts'

/** State of the open paper account. */
export async function readAccount({ sources, userId, blank }: OwnReading): Promise<BareResult> {
  const account = await sources.account(userId)
  const { equity, cash, margin_used: used, free_margin: free } = account
  const values = [
    usdc('equity', equity),
    usdc('cash', cash),
    usdc('unrealised', account.unrealised),
    usdc('margin_used', used),
    usdc('free_margin', free),
    usdc('deposit', account.deposit),
    ...resultValues(account).filter(({ key }) => key !== 'unrealised'),
    sinceValue(account),
  ]
  return { ...blank, source: account.source_kind, values }
}

/** When the account was opened: what its totals count from. */
export const sinceValue = ({ opened_at: opened }: TradingAccount): OwnValue => ({
  key: 'account_since',
  value: String(Date.parse(opened)),
  unit: 'instant_ms',
})

/** Result since the deposit, and what it consists of; the parts add up to it. */
export function resultValues({ equity, deposit, unrealised, fees_paid: fees, funding_paid: funding }: TradingAccount): OwnValue[] {
  const result = sumOf([equity, negated(deposit)])
  return [
    usdc('result', result),
    ...(result === null || !(Number(deposit) > 0) ? [] : [share('result_share', Number(result) / Number(deposit))]),
    usdc('realised_gross', sumOf([result, negated(unrealised), fees, funding])),
    usdc('unrealised', unrealised),
    usdc('fees_paid', fees),
    fundingValue(funding),
  ]
}

/** Result since the deposit, with unrealised, as if fees and funding had been free. */
export const grossValue = ({ equity, deposit, fees_paid: fees, funding_paid: funding }: TradingAccount): OwnValue =>
  usdc('gross', sumOf([equity, negated(deposit), fees, funding]))

export type OwnBook = { readonly account: TradingAccount; readonly positions: readonly TradingPosition[] }

type Narrowed = {
  readonly ticker?: string | undefined
  readonly without?: readonly string[] | undefined
  readonly side?: 'long' | 'short' | undefined
}

/** Positions of a coin and side. */
export const positionsOf = (positions: readonly TradingPosition[], { ticker, without, side }: Narrowed): TradingPosition[] =>
  positions.filter(
    ({ symbol, size }) =>
      (ticker === undefined || symbol === ticker) &&
      without?.includes(symbol) !== true &&
      (side === undefined || size.startsWith('-') === (side === 'short')),
  )

/** Account and matching open positions; undefined while trading cannot be read, because the journal can answer without it. */
export async function bookOf({ sources, userId }: OwnReading, narrowed: Narrowed): Promise<OwnBook | undefined> {
  try {
    const [account, positions] = await Promise.all([sources.account(userId), sources.positions(userId)])
    return { account, positions: positionsOf(positions, narrowed) }
  } catch {
    return undefined
  }
}

/** Unrealised result of the open positions; empty without any. */
export const unrealisedValues = ({ positions }: OwnBook): OwnValue[] =>
  positions.length === 0 ? [] : [usdc('unrealised_now', sumOf(positions.map(({ unrealised }) => unrealised)))]
