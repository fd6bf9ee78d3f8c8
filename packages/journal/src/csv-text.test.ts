import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellText, csvLine, textCell } from './csv-text.ts'

describe('a cell', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', "'=1"])('of %j is not a formula', (text) => {
    expect(textCell(text).replace(/^"/, '')).toMatch(/^'/)
  })

  it.each([
    ['x;=1+1', `"x;'=1+1"`],
    ['late,x;=1+1', `"late,x;'=1+1"`],
    ['x;"=1+1"', `"x;'""=1+1"""`],
    ["x;''=1+1", `"x;'''=1+1"`],
    ['x;\t=1', `"x;\t'=1"`],
    ['a\n- b', `"a\n'- b"`],
    ['a\n\nb', '"a\n\nb"'],
    ['x\t@SUM(1)', `"x\t'@SUM(1)"`],
    ['＝1+1', "'＝1+1"],
    ['a;b', '"a;b"'],
    ['a = b', 'a = b'],
  ])('of %j is no formula where a semicolon, a tab or a line break separates', (text, cell) => expect(textCell(text)).toBe(cell))

  it('survives a round trip, whatever its content', () => {
    const cells = fc.array(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '-', '"', ',', ';', '\r', '\n', '\t', 'a') })),
      {
        minLength: 2,
        maxLength: 5,
      },
    )
    fc.assert(
      fc.property(cells, (given) => {
        const [read = []] = parse(csvLine(given.map(textCell)), { record_delimiter: '\r\n' })
        expect(read.map(cellText)).toEqual(given)
      }),
    )
  })
})
