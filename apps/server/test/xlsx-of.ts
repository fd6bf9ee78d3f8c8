import { zipOf } from './zip-of.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

export type Book = {
  readonly rows: string
  readonly more?: string
  readonly strings?: string
  readonly styles?: string
  readonly properties?: string
}

/** The parts that spreadsheets and the libraries of exchanges write. */
export function bookOf({ rows, more, strings, styles, properties = '' }: Book): Buffer {
  const sheet = (content: string): string => `${XML}<worksheet ${MAIN}><sheetData>${content}</sheetData></worksheet>`
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const sheets = [
    '<sheet name="Trades" sheetId="1" r:id="rId1"/>',
    more === undefined ? '' : '<sheet name="More" sheetId="2" r:id="rId2"/>',
  ]
  const parts = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${properties}<sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'worksheet', '/xl/worksheets/sheet2.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml': sheet(rows),
    ...(more !== undefined && { 'xl/worksheets/sheet2.xml': sheet(more) }),
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `${XML}<sst ${MAIN}>${strings}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `${XML}<styleSheet ${MAIN}>${styles}</styleSheet>` }),
  }
  return zipOf(Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(content) })))
}

export const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`
export const rowOf = (...cells: readonly string[]): string => `<row>${cells.join('')}</row>`
