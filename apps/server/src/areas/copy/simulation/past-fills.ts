import { copyOfOrder } from '@aerie/copy/follow-graph'
import type { PastFill, PastPosition } from '@aerie/copy/simulate'
import { microUsdc, notional, size } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import type { LedgerAccount } from '@aerie/trading/ledger'
import { type ActiveTrading, eventOfRow, type LiveAccount } from '../../trading/index.ts'

/** The newest; all are processed synchronously at some microseconds each. */
const MOST_FILLS = 2_000
const MOST_EVENTS = 10_000

type Past = { readonly fills: PastFill[]; readonly isCut: boolean }

type Reading = {
  readonly account: (row: LiveAccount['row']) => Promise<Pick<LiveAccount, 'state' | 'stored'>>
  readonly repository: Pick<ActiveTrading['broker']['repository'], 'postings'>
}

/** Oldest first, with money and positions after each, reconstructed backwards from the present. */
export async function pastFills(broker: Reading, row: LiveAccount['row'], from: number): Promise<Past> {
  const live = await broker.account(row)
  const { seq } = live.state
  const after = { money: moneyOf(live), open: new Map<string, PastPosition>(live.state.positions) }
  await live.stored
  const rows = await broker.repository.postings({ accountId: row.id, before: seq + 1, limit: MOST_EVENTS })
  const fills: PastFill[] = []
  for (const event of rows.map(eventOfRow)) {
    if (event.t < from || fills.length > MOST_FILLS) break
    if (event.kind === 'filled' && copyOfOrder(event.clientId) === undefined) fills.push(pastFill(event, after))
    undo(event, after)
  }
  return { fills: fills.slice(0, MOST_FILLS).toReversed(), isCut: fills.length > MOST_FILLS || rows.length === MOST_EVENTS }
}

type FillEvent = Extract<TradingEvent, { kind: 'filled' }>
type Holdings = { money: bigint; readonly open: Map<string, PastPosition> }

const isOwn = (account: LedgerAccount): boolean => account.startsWith('user:')
const moneyOf = ({ state }: Pick<LiveAccount, 'state'>): bigint =>
  [...state.ledger].reduce((sum, [account, amount]) => (isOwn(account) ? sum + amount : sum), 0n)

const signedOf = (event: FillEvent): bigint => (event.side === 'buy' ? event.size : -event.size)

function pastFill(event: FillEvent, { money, open }: Holdings): PastFill {
  const { symbol, price, t: at, position, liquidity } = event
  return {
    symbol,
    size: size(signedOf(event)),
    price,
    isMaker: liquidity === 'maker',
    at,
    position: position?.size ?? size(0n),
    money: microUsdc(money),
    open: new Map(open),
  }
}

const MICRO = 10n ** 18n

function undo(event: TradingEvent, holdings: Holdings): void {
  if ('lines' in event) for (const { account, amount } of event.lines) if (isOwn(account)) holdings.money -= amount
  if (event.kind !== 'filled') return
  const after = event.position
  const held = (after?.size ?? 0n) - signedOf(event)
  // A close keeps the stored precision of a millionth of a dollar.
  const worth = event.side === 'buy' ? event.notional : -event.notional
  const cost = (after?.cost ?? 0n) - worth - event.realised * MICRO
  if (held === 0n) holdings.open.delete(event.symbol)
  else holdings.open.set(event.symbol, { size: size(held), cost: notional(cost) })
}
