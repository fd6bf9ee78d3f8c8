import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { EarlierStops } from './statistics-view.tsx'

afterEach(cleanup)

type Row = JournalStatistics['earlier_stops']['rows'][number]
const row = (more: Partial<Row> = {}): Row => ({
  multiple: 0.5,
  distance: 0.005,
  stopped: 12,
  stopped_winners: 5,
  net: '-180',
  change: { value: -1.25, n: 34, interval: [-2, 0.5], formula: 'formula' },
  ...more,
})

it('shows for each distance which trades would have been stopped, the resulting net, and the change with its interval', () => {
  render(<EarlierStops stops={{ n: 34, net: '25', median_mae: -0.01, reason: null, rows: [row()] }} />)
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows[1]).toBe('As traded+25.00')
  expect(rows[2]).toContain('0.5 × median, −0.5%')
  expect(rows[2]).toContain('125 of them won−180.00−1.25095%: −2.000 to +0.5000')
  expect(screen.getByText(/^34 trades with a measured MAE, median −1%/)).toBeDefined()
})

it('shows the reason instead of a table when there are too few trades', () => {
  render(<EarlierStops stops={{ n: 3, net: '1', median_mae: null, reason: 'needs 30 trades with a measured MAE', rows: [] }} />)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('n/a: needs 30 trades with a measured MAE.')).toBeDefined()
})
