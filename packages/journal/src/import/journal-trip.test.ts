import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, textCell } from '../csv-text.ts'
import { parseImport } from './import-file.ts'
import { entryOfStored, storedEntryOf } from './stored-entry.ts'

const ID = '3f0e9a52-7b1c-4d5e-8f60-718293a4b5c6'
const TRIP = {
  trip: ID,
  origin: 'paper',
  source: 'sim',
  symbol: 'SOL',
  side: 'long',
  opened_at: '2026-01-02T03:04:05.678Z',
  closed_at: '2026-01-02T04:04:05.678Z',
  size: '2',
  entry: '100.1',
  exit: '103.9',
  currency: 'USDC',
  gross: '7.6',
  fees: '0.1836',
  funding: '-0.01',
  net: '7.4064',
  risk: '20.37109',
  r: '0.36357405',
  mae: '-12.2',
  mfe: '25.8',
  mae_part: '-0.0609',
  mfe_part: '1.288e-1',
  resolution: 'tick',
  slippage: '0.6',
  tags: textCell('=1+1,late'),
  rating: '4',
  note: textCell('-bad, "said"\nhe'),
}
type Cells = Partial<Record<keyof typeof TRIP, string>>
const file = (...trips: readonly Cells[]): string =>
  [csvLine(Object.keys(TRIP)), ...trips.map((cells) => csvLine(Object.values({ ...TRIP, ...cells })))].join('')
const problemOf = (cells: Cells): string | undefined => parseImport(file(cells)).problems[0]?.text

describe('our own export', () => {
  it('is read with every figure as exported, and formula cells as originally written', () => {
    const { format, entries, problems } = parseImport(file({}))
    expect([format.id, problems]).toEqual(['aerie-journal', []])
    expect(entries[0]).toMatchObject({
      key: `aerie-journal:journal:${ID}`,
      entry: { kind: 'journal', origin: 'paper (imported)', symbol: 'SOL' },
    })
    expect(entries[0]?.entry).toMatchObject({
      closedAt: Date.UTC(2026, 0, 2, 4, 4, 5, 678),
      row: {
        opened_at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
        net: '7.4064',
        funding: '-0.01',
        r: 0.36357405,
        mfe_part: 0.1288,
        source_kind: 'sim',
        resolution: 'tick',
        note: { tags: ['=1+1', 'late'], note: '-bad, "said"\nhe', rating: 4 },
      },
    })
  })

  it('is stored and read back unchanged', () => {
    for (const { entry } of parseImport(file({})).entries) {
      const at = entry.kind === 'journal' ? entry.closedAt : 0
      expect(entryOfStored(storedEntryOf(entry), { symbol: entry.symbol, at })).toEqual(entry)
    }
  })

  it('is read with both bounds of a range, and without the far bound when the file is older', () => {
    const ends = { mae_far: '-15.5', mfe_far: '25.8', mae_part_far: '-0.077', mfe_part_far: '0.13' }
    const [ranged, plain] = [{ ...TRIP, ...ends }, TRIP].map((cells) => csvLine(Object.keys(cells)) + csvLine(Object.values(cells)))
    expect(parseImport(ranged ?? '').entries[0]?.entry).toMatchObject({
      row: { mae: '-12.2', mae_far: '-15.5', mfe_far: '25.8', mae_part_far: -0.077, mfe_part_far: 0.13 },
    })
    expect(parseImport(plain ?? '').entries[0]?.entry).toMatchObject({ row: { mae: '-12.2', mae_far: null, mfe_part_far: null } })
  })

  it.each([
    { mae_far: '-12.1' },
    { mfe_far: '25.7' },
    { mae_part_far: '-0.01' },
    { mfe_part_far: '0.01' },
    { mae: '', mae_part: '', mae_far: '-13' },
  ])('refuses an invalid far bound: %o', (cells) => {
    const row = { ...TRIP, mae_far: '', mfe_far: '', mae_part_far: '', mfe_part_far: '', ...cells }
    const { problems } = parseImport(csvLine(Object.keys(row)) + csvLine(Object.values(row)))
    expect(problems[0]?.text).toContain('not beyond the near one')
  })

  it('keeps unknown values unknown', () => {
    const unknown = {
      opened_at: '',
      fees: '',
      net: '',
      r: '',
      mae: '',
      mfe: '',
      mae_part: '',
      mfe_part: '',
      slippage: '',
      source: '',
      risk: '',
    }
    const { entries } = parseImport(file({ ...unknown, tags: '', rating: '', note: '', resolution: 'none' }))
    expect(entries[0]?.entry).toMatchObject({
      row: { opened_at: null, fees: null, net: null, r: null, mae: null, source_kind: null, note: null },
    })
  })

  it.each<[string, Cells, string]>([
    ['a trip that was open', { closed_at: '' }, 'still open'],
    ['a net that does not follow', { net: '8' }, 'net is not gross - fees + funding'],
    ['a worst above 0', { mae: '1' }, 'mae is above 0'],
    ['a best below 0', { mfe_part: '-0.1' }, 'mfe is below 0'],
    ['an end before the beginning', { opened_at: '2026-01-03T00:00:00Z' }, 'before it was opened'],
    ['a size of 0', { size: '0' }, 'size is not above 0'],
    ['a name that is none', { trip: '../../etc' }, 'trip cannot be read'],
    ['a rating of 6', { rating: '6' }, 'rating is not 1 to 5'],
    ['a resolution that nobody has', { resolution: 'nano' }, 'resolution cannot be read'],
    ['an R that is no number', { r: 'Infinity' }, 'r is no number'],
    ['part of a millionth', { fees: '0.0000001' }, 'more than 6 decimals'],
    ['a tag with a space at its end', { tags: 'a, b' }, 'tags cannot be read'],
    ['a long note', { note: 'x'.repeat(20_001) }, 'longer than 20000'],
  ])('refuses %s with a clear message', (_name, cells, message) =>
    expect(problemOf(cells.tags === undefined ? cells : { ...cells, tags: textCell(cells.tags) })).toContain(message),
  )

  it('keeps amounts in a coin to twelve decimals', () => {
    const coins = { currency: 'BTC', gross: '0.04', fees: '0.00021', funding: '-0.000012345678', net: '0.039777654322', r: '', risk: '' }
    expect(parseImport(file(coins)).entries[0]?.entry).toMatchObject({
      row: { currency: 'BTC', fees: '0.00021', funding: '-0.000012345678', net: '0.039777654322' },
    })
  })

  it('keeps leading and trailing whitespace and line breaks of a note', () => {
    const note = '  * one\n\n  two  \n'
    expect(parseImport(file({ note: textCell(note) })).entries[0]?.entry).toMatchObject({ row: { note: { note } } })
  })

  it('accepts the longest possible note, whatever its content', () =>
    expect(parseImport(file({ note: textCell('"😀'.repeat(6_666)) })).entries).toHaveLength(1))

  it('reads any cell content, or reports what is wrong with its row', () =>
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(TRIP) as (keyof typeof TRIP)[])), fc.string({ maxLength: 60 }), (name, text) => {
        fc.pre(!text.includes('\u0000'))
        const { entries, problems } = parseImport(file({ [name]: textCell(text) }))
        expect(entries.length + problems.length).toBe(1)
      }),
    ))
})
