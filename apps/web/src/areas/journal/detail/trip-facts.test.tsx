import type { TripFacts as Facts, TripDetail } from '@aerie/wire/journal/journal'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { excursionCell } from '../excursion-text.ts'
import { testTrip, testTripRow } from '../test/trip.ts'
import { Excursions } from './excursions.tsx'
import { TripFills } from './trip-fills.tsx'
import { EntryFacts, TripFacts } from './trip-panel.tsx'

afterEach(cleanup)

const facts: Facts = {
  number: 1,
  seq: 4,
  opened_at: '2026-11-02T09:00:00.000Z',
  entry: '100',
  size: '1',
  planned_size: '1',
  stop: null,
  risk: null,
  decision_mid: null,
  forecast: null,
  alert: { firing: '00000000-0000-4000-8000-000000000002', at: '2026-11-02T08:59:00.000Z', text: 'BTC crossed 100' },
  checklist: { done: 7, items: 10 },
  previous_hash: '0'.repeat(64),
  hash: 'a'.repeat(64),
}
const trip = (over: Partial<TripDetail> = {}): TripDetail =>
  testTrip({
    size: '2',
    exit: '90',
    gross: '-20',
    net: '-20.1',
    r: null,
    mae: '-25',
    mfe: '0',
    mae_part: -0.25,
    mfe_part: 0,
    worst: null,
    best: null,
    exit_efficiency: null,
    facts,
    ...over,
  })

const factOf = (name: string): string | null | undefined => screen.getByText(name).nextElementSibling?.textContent

it('shows the alert and the checklist progress behind an entry, and where there was none', () => {
  const { rerender } = render(<EntryFacts trip={trip()} />, { wrapper: MemoryRouter })
  expect(factOf('Alert')).toMatch(/^BTC crossed 100 \(/)
  expect(factOf('Checklist')).toBe('7 of 10 ticked')
  rerender(<EntryFacts trip={trip({ facts: { ...facts, alert: null, checklist: null } })} />)
  expect([factOf('Alert'), factOf('Checklist')]).toEqual(['none named', 'none'])
})

it('shows what the insurance fund paid, only if it did', () => {
  const { rerender } = render(<TripFacts trip={trip({ insurance: '204.215' })} />, { wrapper: MemoryRouter })
  expect(factOf('Paid by the insurance fund, in gross')).toBe('+204.22')
  rerender(<TripFacts trip={trip()} />)
  expect(screen.queryByText('Paid by the insurance fund, in gross')).toBeNull()
})

it('shows that a reset ended a trade, what was open then, and that it has no result', () => {
  render(<TripFacts trip={trip({ net: null, gross: null, money_reason: 'account_reset', held: '1.5' })} />, { wrapper: MemoryRouter })
  expect(screen.getByText(/was reset while the position was open/)).toBeDefined()
  expect([factOf('Size'), factOf('Net')]).toEqual(['2 (1.5 open at the reset)', '—'])
  expect(factOf('Ended')).toBeDefined()
})

it('shows the basis of the MAE and MFE of an import, without an unknown time', () => {
  const excursion = { money: '-25', part: null, r: null, at: null, far: null }
  const of = {
    import: '00000000-0000-4000-8000-000000000004',
    account: null,
    facts: null,
    source_kind: null,
    resolution: 'minute' as const,
  }
  const { rerender } = render(<Excursions trip={trip({ ...of, fill_count: 2, worst: excursion })} />)
  expect(screen.getByRole('row', { name: /MAE/ }).textContent).toBe('MAE≤ −25.00———')
  expect(screen.getByText(/^At least this\. From one-minute candles of this server/)).toBeDefined()
  rerender(<Excursions trip={trip({ ...of, fill_count: 0, worst: excursion })} />)
  expect(screen.getByText(/^At least this\. From the file/)).toBeDefined()
  rerender(<Excursions trip={trip({ ...of, source_kind: 'live', fill_count: 0, worst: excursion })} />)
  expect(screen.getByText(/^From the file/)).toBeDefined()
})

it('shows the range of the MAE and MFE of an import, and the retained profit as a range', () => {
  const of = {
    import: '00000000-0000-4000-8000-000000000004',
    account: null,
    facts: null,
    source_kind: null,
    resolution: 'minute' as const,
  }
  const far = { mae: '-95', mae_far: '-120', mfe: '50', mfe_far: '80', net: '40', exit_efficiency: 0.8 }
  const worst = { money: '-95', part: -0.019, r: null, at: null, far: { money: '-120', part: -0.024, r: null } }
  const shown = trip({ ...of, ...far, fill_count: 2, worst })
  const { unmount } = render(<Excursions trip={shown} />)
  expect(screen.getByRole('row', { name: /MAE/ }).textContent).toBe('MAE−120.00 to −95.00−2.40% to −1.90%——')
  expect(screen.getByText(/^A range: the smaller figure was reached for certain/)).toBeDefined()
  unmount()
  const { rerender } = render(<TripFacts trip={shown} />, { wrapper: MemoryRouter })
  expect(factOf('Exit efficiency')).toBe('50% to 80%')
  rerender(<TripFacts trip={trip({ ...of, net: '40', mfe: '50', exit_efficiency: 0.8 })} />)
  expect(factOf('Exit efficiency')).toBe('at most 80%')
})

it('formats ranges, lower bounds and exact values differently in the table', () => {
  const row = { ...testTripRow({ source_kind: null, resolution: 'minute', mae: '-95.129', mfe: '4' }) }
  expect(excursionCell({ ...row, mae_far: '-120', mfe_far: '4' }, 'mae')).toEqual({
    text: '−120.00 to −95.13',
    title: 'between -95.129 and -120 USDC',
  })
  expect(excursionCell({ ...row, mae_far: '-120', mfe_far: '4' }, 'mfe')).toEqual({ text: '+4.000', title: '4 USDC' })
  expect([excursionCell(row, 'mae').text, excursionCell(row, 'mfe')]).toEqual(['≤ −95.13', { text: '≥ +4.000', title: '4 USDC or better' }])
  expect(excursionCell({ ...row, source_kind: 'live' }, 'mae').text).toBe('−95.13')
  expect(excursionCell({ ...row, resolution: 'none', mae: null }, 'mae')).toEqual({ text: '—' })
})

it('distinguishes slippage at decision, arrival and trigger, none of them as a gain', () => {
  render(<TripFacts trip={trip({ slippage: '0.6', arrival_slippage: '-0.4', trigger_slippage: null })} />, { wrapper: MemoryRouter })
  expect([factOf('Slippage'), factOf('Slippage at arrival'), factOf('Slippage at trigger')]).toEqual(['+0.6000', '−0.4000', '—'])
  expect(screen.getByText('+0.6000').closest('[data-tone]')).toBeNull()
})

it('shows the MAE and MFE of each lot with their basis, and a dash where they are unknown', () => {
  const lot = { size: '1', opened_at: facts.opened_at, closed_at: facts.opened_at, entry: '100', exit: '90', gross: '-10', fees: '0.1' }
  const lots = [
    { ...lot, mae: '-15', mfe: '20', mae_far: null, mfe_far: null },
    { ...lot, mae: '-15', mfe: '20', mae_far: '-18', mfe_far: '20' },
    { ...lot, mae: null, mfe: null, mae_far: null, mfe_far: null },
  ]
  render(<TripFills trip={trip({ lots })} />, { wrapper: MemoryRouter })
  fireEvent.click(screen.getByRole('checkbox', { name: 'First in, first out' }))
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'SizeEntryExitGrossFeesMAEMFE',
    '1100.0090.00−10.000.1000−15.00+20.00',
    '1100.0090.00−10.000.1000−18.00 to −15.00+20.00',
    '1100.0090.00−10.000.1000——',
  ])
  expect(screen.getByText(/from its own entry to its own exit\. Measured on every tick/)).toBeDefined()
})

it('marks fees that were valued by a candle', () => {
  const { rerender } = render(<TripFacts trip={trip({ fees: '1.82', currency: 'USDT', fees_estimated: true })} />, {
    wrapper: MemoryRouter,
  })
  expect(factOf('Fees, estimated')).toBe('1.820 USDT')
  rerender(<TripFacts trip={trip({ fees: '1.82' })} />)
  expect(factOf('Fees')).toBe('1.820')
})

it('shows the dollars of a trade in a coin as an estimate, or why they are not known', () => {
  const { rerender } = render(<TripFacts trip={trip({ net: '0.005', currency: 'BTC', net_in_dollars: '200.5' })} />, {
    wrapper: MemoryRouter,
  })
  expect(factOf('Net in dollars, estimated')).toBe('+200.50 USD')
  expect(screen.getByText(/at the price of BTC in the minute of closing/)).toBeDefined()
  rerender(<TripFacts trip={trip({ net: '0.005', currency: 'BTC', net_in_dollars: null })} />)
  expect(factOf('Net in dollars, estimated')).toBe('—')
  expect(screen.getByText(/no price of BTC is stored/)).toBeDefined()
  rerender(<TripFacts trip={trip()} />)
  expect(screen.queryByText('Net in dollars, estimated')).toBeNull()
})
