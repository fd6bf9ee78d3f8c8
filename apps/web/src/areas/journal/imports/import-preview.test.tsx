import type { JournalImport } from '@aerie/wire/journal/journal-imports'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ImportResult } from './import-dialog.tsx'
import { ImportPreview } from './import-preview.tsx'

afterEach(cleanup)

const batch = (over: Partial<JournalImport> = {}): JournalImport => ({
  id: '00000000-0000-4000-8000-000000000001',
  state: 'ready',
  format: 'hyperliquid-trades',
  exchange: 'Hyperliquid',
  title: 'Trade history',
  name: 'january.csv',
  header: [],
  sample: [],
  date_order: null,
  mapping: null,
  rows: 4,
  entries: 3,
  duplicates: 0,
  others: 0,
  unopened: 0,
  problems: [],
  problem_count: 0,
  preview: [],
  trips: null,
  created_at: '2026-11-02T09:00:00.000Z',
  done_at: null,
  ...over,
})
const ignore = () => undefined

it('shows before and after import how many fills close positions that no file opened, and what to do', () => {
  const { rerender } = render(<ImportPreview batch={batch({ unopened: 2 })} onConfirm={ignore} />)
  screen.getByText(
    '2 fills of positions that were opened before this file begins. Import the earlier file too, or no trade is made of them.',
  )
  rerender(<ImportResult batch={batch({ state: 'done', trips: 1, unopened: 1 })} onUndo={ignore} />)
  screen.getByText('1 fill of positions that no imported file opens. Import the earlier file, and trades are made of them.')
})

it('says of spot trades that sales of a margin account are not to be added', () => {
  const { rerender } = render(<ImportPreview batch={batch({ unopened: 1, title: 'Spot trade history' })} onConfirm={ignore} />)
  screen.getByText(/or no trade is made of them\. If they are of a margin account and opened short positions, do not add this file/)
  rerender(<ImportPreview batch={batch({ unopened: 1, title: 'Futures trade history' })} onConfirm={ignore} />)
  expect(screen.queryByText(/margin account/)).toBeNull()
})

it.each([0, null])('does not mention them when there are none or they were not counted: %s', (unopened) => {
  const { rerender } = render(<ImportPreview batch={batch({ unopened })} onConfirm={ignore} />)
  expect(screen.queryByText(/of positions that/)).toBeNull()
  rerender(<ImportResult batch={batch({ state: 'done', trips: 1, unopened })} onUndo={ignore} />)
  expect(screen.queryByText(/of positions that/)).toBeNull()
})

it('says that trades at the border of two files count once, and what to do if both happened', () => {
  const { rerender } = render(<ImportPreview batch={batch({ at_border: 1 })} onConfirm={ignore} />)
  screen.getByText(/^1 trade at the start or end of this file equals? .* Without trade numbers they count once\. If both happened, /)
  rerender(<ImportPreview batch={batch({ at_border: 0 })} onConfirm={ignore} />)
  expect(screen.queryByText(/count once/)).toBeNull()
})

it('does not say that all is in the journal of a file whose rows are left out', () => {
  const { rerender } = render(<ImportPreview batch={batch({ entries: 0, problem_count: 2 })} onConfirm={ignore} />)
  screen.getByText('This file has nothing to add.')
  rerender(<ImportPreview batch={batch({ entries: 0, problem_count: 0 })} onConfirm={ignore} />)
  screen.getByText('Everything in this file is already in the journal.')
})

it('states the order of day and month only where dates have two readings', () => {
  const iso = batch({ date_order: 'day-first', sample: [['2026-03-08 10:00:00', 'BTCUSDT']] })
  const { rerender } = render(<ImportPreview batch={iso} onConfirm={ignore} />)
  expect(screen.queryByText(/^Dates are read/)).toBeNull()
  rerender(<ImportPreview batch={batch({ date_order: 'day-first', sample: [['08/03/2026 10:00', 'BTCUSDT']] })} onConfirm={ignore} />)
  screen.getByText('Dates are read day first.')
})

it('asks for the size of a contract where the file does not show it, and reads the file again', () => {
  const answers: unknown[] = []
  const onAnswer = (answer: unknown): void => void answers.push(answer)
  const text = 'the size is in contracts, and the file does not show how much ABC-USDT-SWAP one of them is. Enter the contract size'
  const asked = batch({ entries: 0, problems: [{ row: 3, text }], problem_count: 1 })
  const { rerender } = render(<ImportPreview batch={asked} onConfirm={ignore} onAnswer={onAnswer} />)
  const field = screen.getByLabelText('Contract size: coins, or dollars if margined in the coin')
  fireEvent.change(field, { target: { value: '0' } })
  fireEvent.click(screen.getByText('Read with this size'))
  fireEvent.change(field, { target: { value: ' 10 ' } })
  fireEvent.click(screen.getByText('Read with this size'))
  expect(answers).toEqual([{ contract_size: '10' }])
  rerender(<ImportPreview batch={batch()} onConfirm={ignore} onAnswer={onAnswer} />)
  expect(screen.queryByLabelText(/^Contract size/)).toBeNull()
})

it('lets the zone of a file be chosen where its trades are in the journal at other hours, although it names one', () => {
  const text =
    'most of these trades are in the journal 8:00 hours earlier, from x.csv: one of both was read in the wrong time zone. Choose the zone of this file, or undo that import first.'
  const asked = batch({ zone: 'UTC+8', zone_from: 'file', problems: [{ row: 1, text }], problem_count: 1 })
  render(<ImportPreview batch={asked} onConfirm={ignore} onAnswer={ignore} />)
  screen.getByLabelText('Time zone of the file')
})

it('lists each row that is skipped, and explains what to do about them', () => {
  render(
    <ImportPreview batch={batch({ problems: [{ row: 3, text: 'neither buy nor sell: HOLD' }], problem_count: 1 })} onConfirm={ignore} />,
  )
  screen.getByText('Row 3: neither buy nor sell: HOLD')
  screen.getByText('Correct these rows in the file and import it again: what is already there is skipped.')
})

it('names the zone in which times are read, and reads the file again in another where it names none', () => {
  const answers: unknown[] = []
  const { rerender } = render(
    <ImportPreview batch={batch({ zone: 'UTC', zone_from: 'assumed' })} onConfirm={ignore} onAnswer={(answer) => answers.push(answer)} />,
  )
  screen.getByText('Times are read in UTC, as the file names no time zone.')
  fireEvent.change(screen.getByLabelText('Time zone of the file'), { target: { value: 'UTC+8' } })
  fireEvent.click(screen.getByText('Read in this zone'))
  expect(answers).toEqual([{ zone: 'UTC+8' }])
  rerender(<ImportPreview batch={batch({ zone: 'UTC+8', zone_from: 'file' })} onConfirm={ignore} onAnswer={ignore} />)
  screen.getByText('Times are read in UTC+8.')
  expect(screen.queryByLabelText('Time zone of the file')).toBeNull()
})
