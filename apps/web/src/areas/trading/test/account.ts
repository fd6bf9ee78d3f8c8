import type { TradingAccount, TradingInstrument } from '@aerie/wire/trading/trading-account'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingFill, TradingPosition } from '@aerie/wire/trading/trading-positions'

/** The account of the tests. */
export const ACCOUNT_ID = '00000000-0000-4000-8000-000000000001'
const AT = '2026-01-01T00:00:00.000Z'
const uuid = (number: number): string => `00000000-0000-4000-8000-${number.toString().padStart(12, '0')}`

/** An account for tests. */
export const testAccount = (given: Partial<TradingAccount> = {}): TradingAccount => ({
  id: ACCOUNT_ID,
  kind: 'paper',
  source: 'sim:1',
  source_kind: 'sim',
  deposit: '10000',
  cash: '9998.849474',
  equity: '9998.576498',
  unrealised: '-0.272976',
  margin_used: '255.645',
  free_margin: '9742.931498',
  maintenance: '63.91125',
  funding_paid: '0',
  fees_paid: '1.150526',
  scheduled_cancel: null,
  seq: 5,
  opened_at: AT,
  closed_at: null,
  ...given,
})

/** An open limit order for tests: `number` makes its ids. */
export const testOrder = (number: number, given: Partial<TradingOrder> = {}): TradingOrder => ({
  id: uuid(number),
  client_id: `c${number}`,
  account: ACCOUNT_ID,
  symbol: 'HYPE',
  side: 'buy',
  type: 'limit',
  role: 'order',
  size: '50',
  price: '25.5',
  trigger: null,
  trigger_by: 'mark',
  callback: null,
  callback_abs: null,
  activation: null,
  trailing_stop_price: null,
  time_in_force: 'gtc',
  expires_at: null,
  post_only: false,
  reduce_only: false,
  leverage: 1,
  margin: 'cross',
  slippage: null,
  take_profit: null,
  stop_loss: null,
  decision_mid: null,
  legs: null,
  to_price: null,
  skew: null,
  size_skew: null,
  minutes: null,
  state: 'open',
  filled: '0',
  average_price: null,
  queue_ahead: '118',
  queue_ahead_likely: '118',
  queue_traded: '42',
  queue_wait_ms: null,
  is_queue_reset: false,
  is_held: false,
  reason: null,
  parent: null,
  created_at: AT,
  updated_at: AT,
  ...given,
})

/** A long position for tests. */
export const testPosition = (given: Partial<TradingPosition> = {}): TradingPosition => ({
  account: ACCOUNT_ID,
  symbol: 'HYPE',
  size: '100',
  entry: '25.56722976',
  mark: '25.5645',
  notional: '2556.45',
  mode: 'cross',
  leverage: 10,
  margin: '255.645',
  maintenance: '63.91125',
  unrealised: '-0.272976',
  liquidation_price: '12.5',
  unprotected: null,
  ...given,
})

/** A fill for tests. */
export const testFill = (seq: number, given: Partial<TradingFill> = {}): TradingFill => ({
  id: `${ACCOUNT_ID}:${seq}`,
  account: ACCOUNT_ID,
  seq,
  at: AT,
  order: uuid(1),
  client_id: 'c1',
  symbol: 'HYPE',
  side: 'buy',
  price: '25.56722976',
  size: '100',
  notional: '2556.722976',
  fee: '1.150526',
  fee_rate: '0.00045',
  fee_schedule: 'hyperliquid-0',
  realised: '0',
  liquidity: 'taker',
  evidence: {
    book: 812,
    venue_book: { seq: 48_120_007, at: AT },
    levels: [
      ['25.566', '14.27'],
      ['25.567', '48.484'],
      ['25.568', '37.246'],
    ],
    trade: null,
    ahead: null,
    is_inferred: false,
  },
  ...given,
})

/** An instrument for tests. */
export const testInstrument = (given: Partial<TradingInstrument> = {}): TradingInstrument => ({
  symbol: 'HYPE',
  tick: '0.001',
  lot: '0.01',
  min_notional: '10',
  max_leverage: 20,
  tiers: [{ from: '0', rate: '0.025' }],
  taker_fee: '0.00045',
  maker_fee: '0.00015',
  book: 'simulated',
  mark: '25.5645',
  funding: null,
  is_stale: false,
  ...given,
})
