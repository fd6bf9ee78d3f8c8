import type { TripDetail, TripRow } from '@aerie/wire/journal/journal'

/** Identity of the trip that tests show. */
export const TEST_TRIP = '00000000-0000-4000-8000-000000000001'

/** A closed trip of tests as a row of the table. */
export const testTripRow = (over: Partial<TripRow> = {}): TripRow => ({
  id: TEST_TRIP,
  symbol: 'BTC',
  side: 'long',
  opened_at_ms: Date.UTC(2026, 10, 2, 9),
  closed_at_ms: Date.UTC(2026, 10, 2, 10),
  size: '0.5',
  entry: '100',
  exit: '110',
  gross: '5',
  fees: '0.1',
  funding: '0',
  net: '4.9',
  r: 1.5,
  mae: '-1',
  mfe: '6',
  mae_part: -0.02,
  mfe_part: 0.12,
  resolution: 'tick',
  slippage: null,
  arrival_slippage: null,
  trigger_slippage: null,
  tags: [],
  rating: null,
  has_note: false,
  origin: 'paper',
  source_kind: 'sim',
  currency: 'USDC',
  ...over,
})

/** The same with all that its panel shows. */
export const testTrip = (over: Partial<TripDetail> = {}): TripDetail => ({
  ...testTripRow(),
  account: TEST_TRIP,
  import: null,
  money_reason: null,
  fees_in_coins: [],
  insurance: '0',
  held: null,
  hold_ms: 3_600_000,
  worst: { money: '-1', part: -0.02, r: -0.3, at: '2026-11-02T09:10:00.000Z' },
  best: { money: '6', part: 0.12, r: 1.8, at: '2026-11-02T09:50:00.000Z' },
  gaps: [],
  exit_efficiency: 0.8,
  decided_size: '0',
  arrived_size: '0',
  triggered_size: '0',
  facts: null,
  fills: [],
  fill_count: 0,
  lots: [],
  note: '',
  ...over,
})
