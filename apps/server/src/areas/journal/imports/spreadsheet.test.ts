import { parseImport } from '@aerie/journal/import/import-file'
import { describe, expect, it } from 'vitest'
import { type Book, bookOf, rowOf, text } from '../../../../test/xlsx-of.ts'
import { zipOf } from '../../../../test/zip-of.ts'
import { sheetsOf } from './spreadsheet.ts'

const MOST = 1_000_000
const csvOf = (book: Book): string | undefined => sheetsOf(bookOf(book), MOST)?.[0]?.csv
describe('a spreadsheet', () => {
  it('gives texts of every kind, truth values and nothing for errors', () =>
    expect(
      csvOf({
        strings: '<si><t>a,b</t></si><si><r><t>two </t></r><r><t xml:space="preserve">parts</t></r><rPh><t>guide</t></rPh></si>',
        rows: rowOf(
          '<c t="s"><v>0</v></c>',
          '<c t="s"><v>1</v></c>',
          '<c t="str"><f>A1&amp;"x"</f><v>formula</v></c>',
          '<c t="b"><v>1</v></c>',
          '<c t="e"><v>#N/A</v></c>',
          text('5 &lt; 6 &amp; "x"'),
          '<c t="d"><v>2026-03-02T10:00:00</v></c>',
        ),
      }),
    ).toBe('"a,b",two parts,formula,TRUE,,"5 < 6 & ""x""",2026-03-02T10:00:00\n'))

  it('gives numbers as they are meant, and none that have lost their last digits', () =>
    expect(
      csvOf({
        rows: rowOf(
          ...['0.30000000000000004', '6E-6', '61000', '-1.5', '1.83639309082349E+18', ''].map((value) => `<c><v>${value}</v></c>`),
        ),
      }),
    ).toBe('0.30000000000000004,0.000006,61000,-1.5,1.83639309082349e+18,\n'))

  const STYLES =
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/><numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>'

  it('gives dates by the format of their cells, in both calendars', () => {
    const rows = rowOf(
      '<c s="1"><v>46083.416666666664</v></c>',
      '<c s="2"><v>46083.41666829861</v></c>',
      '<c s="3"><v>46083.5</v></c>',
      '<c s="0"><v>46083.5</v></c>',
    )
    expect(csvOf({ styles: STYLES, rows })).toBe('2026-03-02 10:00:00,2026-03-02 10:00:00.141,46083.5,46083.5\n')
    expect(csvOf({ styles: STYLES, properties: '<workbookPr date1904="1"/>', rows: rowOf('<c s="1"><v>44621</v></c>') })).toBe(
      '2026-03-02 00:00:00\n',
    )
  })

  it('keeps rows and cells in their places', () =>
    expect(csvOf({ rows: '<row r="2"><c r="B2"><v>1</v></c><c r="AA2"><v>2</v></c></row><row r="4"><c r="A4"><v>3</v></c></row>' })).toBe(
      `\n,1${','.repeat(25)}2\n\n3\n`,
    ))

  it('gives every filled sheet by name', () => {
    const [first, second] = sheetsOf(bookOf({ rows: rowOf(text('a')), more: rowOf(text('b')) }), MOST) ?? []
    expect([first, second]).toEqual([
      { name: 'Trades', csv: 'a\n' },
      { name: 'More', csv: 'b\n' },
    ])
    expect(sheetsOf(bookOf({ rows: rowOf(text('a')), more: rowOf(text('')) }), MOST)).toHaveLength(1)
  })

  it('reads names with a prefix, as some libraries write them', () => {
    const book = bookOf({ rows: '' })
    expect(book.length).toBeGreaterThan(0)
    const prefixed = zipOf([
      {
        name: 'xl/workbook.xml',
        content: Buffer.from('<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="S" r:id="a"/></x:sheets></x:workbook>'),
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: Buffer.from('<Relationships><Relationship Id="a" Target="worksheets/s.xml"/></Relationships>'),
      },
      {
        name: 'xl/worksheets/s.xml',
        content: Buffer.from(
          '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>',
        ),
      },
    ])
    expect(sheetsOf(prefixed, MOST)).toEqual([{ name: 'S', csv: '7\n' }])
  })

  it('of BingX gives its trades', () => {
    const header =
      'UID,Order No.,Time(UTC+8),Pair,Type,Leverage,DealPrice,Quantity,Amount,Fee,Fee Coin,Realized PNL,Quote Asset,Order Type,AvgPrice'.split(
        ',',
      )
    const trade = (time: string, type: string, price: number, profit: number): string =>
      rowOf(
        text('1'),
        '<c><v>1.83639309082349E+18</v></c>',
        text(time),
        text('BTC-USDT'),
        text(type),
        text('5X'),
        ...[price, 0.1, 6_000, -3].map((figure) => `<c><v>${figure}</v></c>`),
        text('USDT'),
        `<c><v>${profit}</v></c>`,
      )
    const csv = csvOf({
      rows:
        rowOf(...header.map(text)) +
        trade('2026-03-02T12:00:00.000+08:00', 'Close Long', 61_000, 100) +
        trade('2026-03-02T10:00:00.000+08:00', 'Open Long', 60_000, 0),
    })
    const { format, entries, problems } = parseImport(csv ?? '')
    expect([format.id, entries.map(({ entry }) => 'at' in entry && new Date(entry.at).toISOString()), problems]).toEqual([
      'bingx-futures-orders',
      ['2026-03-02T02:00:00.000Z', '2026-03-02T04:00:00.000Z'],
      [],
    ])
  })

  it.each([
    ['text', Buffer.from('Date(UTC),Pair,Side,Price,Executed,Amount,Fee')],
    ['an archive of other files', zipOf([{ name: 'a.csv', content: Buffer.from('a,b\n') }])],
    ['a damaged directory', bookOf({ rows: '' }).subarray(0, -30)],
  ])('is not seen in %s', (_name, bytes) => expect(sheetsOf(bytes, MOST)).toBeUndefined())

  const ENTITIES = `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(99)}"><!ENTITY b "&a;&a;">]>`
  it.each([
    ['damaged content', () => bookOf({ rows: '<row><c></row>' }), 'cannot be read'],
    ['content that grows more than two hundred times', () => bookOf({ rows: ' '.repeat(900_000) }), 'cannot be read'],
    [
      'parts beyond the limit together',
      () =>
        bookOf({
          rows: rowOf(...Array.from({ length: 400 }, (_, at) => text(`${at}`.repeat(900)))),
          more: rowOf(...Array.from({ length: 400 }, (_, at) => text(`${at}`.repeat(900)))),
        }),
      'cannot be read',
    ],
    [
      'text that it defines itself',
      () => zipOf([{ name: 'xl/workbook.xml', content: Buffer.from(`${ENTITIES}<workbook>&b;</workbook>`) }]),
      'cannot be read',
    ],
    [
      'one long text in many cells',
      () =>
        bookOf({
          strings: `<si><t>${Array.from({ length: 2_000 }, (_, at) => at * 7_919).join('')}</t></si>`,
          rows: rowOf('<c t="s"><v>0</v></c>').repeat(200),
        }),
      'cannot be read',
    ],
    ['too many rows', () => bookOf({ rows: '<row r="1048576"><c><v>1</v></c></row>' }), 'more than 200,000 rows'],
    ['rows out of order', () => bookOf({ rows: '<row r="5"/><row r="2"/>' }), 'more than 200,000 rows'],
    ['too many cells in a row', () => bookOf({ rows: '<row r="1"><c r="XFD1"><v>1</v></c></row>' }), 'more than 500 cells'],
  ] satisfies [string, () => Buffer, string][])('is refused with %s', (_name, book, message) =>
    expect(() => sheetsOf(book(), MOST)).toThrow(message),
  )
})
