import { ImportFault, MOST_ROWS } from '@aerie/journal/import/table'
import { SaxesParser } from 'saxes'
import { type Archive, contentOf, entriesOf } from './zip-archive.ts'

/** A sheet as CSV, its rows where the spreadsheet has them. */
export type Sheet = { readonly name: string; readonly csv: string }

const MOST_SHEETS = 20
const MOST_CELLS_A_ROW = 500
/** A preamble and a header come on top of the rows of the import. */
const MOST_LINES = MOST_ROWS + 100

const BOOK = 'xl/workbook.xml'
const UNREADABLE =
  'The spreadsheet cannot be read: it is damaged, or too large. Save it as "CSV UTF-8" and import that, or export a shorter period.'

/**
 * The filled sheets of an XLSX file, as exchanges send it in place of CSV. Undefined if it is none. Numbers are as the spreadsheet holds them, not
 * as it shows them, and dates without a zone. Format: ECMA-376, SpreadsheetML. Libraries such as read-excel-file make a row of all columns up
 * to the last cell: a file of 1 kB with one cell in the last corner of a sheet ends the process. @throws ImportFault if it is damaged or
 * beyond the limits; `mostBytes` limits all its parts together, and the
 * length of all sheets as CSV
 */
export function sheetsOf(file: Buffer, mostBytes: number): readonly Sheet[] | undefined {
  const archive = entriesOf(file)
  if (archive === undefined || !archive.some(({ name }) => name === BOOK)) return undefined
  try {
    return readBook(partsOf(file, archive, mostBytes), mostBytes)
  } catch (error) {
    throw error instanceof ImportFault ? error : new ImportFault(UNREADABLE, { cause: error })
  }
}

type Parts = (name: string) => string | undefined

/** Unpacks a part when it is asked for. */
function partsOf(file: Buffer, archive: Archive, mostBytes: number): Parts {
  let left = mostBytes
  return (name) => {
    const entry = archive.find((each) => each.name === name)
    if (entry === undefined) return undefined
    try {
      const bytes = contentOf(file, entry, left)
      left -= bytes?.length ?? 0
      return bytes?.toString('utf8')
    } catch (error) {
      throw new ImportFault(UNREADABLE, { cause: error })
    }
  }
}

function readBook(partOf: Parts, mostLength: number): readonly Sheet[] {
  const targets = new Map<string, string>()
  read(partOf('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id, Target }) => void (name === 'Relationship' && targets.set(Id ?? '', Target ?? '')),
  })
  const sheets: { readonly name: string; readonly path: string }[] = []
  let is1904 = false
  read(partOf(BOOK), {
    open: (tag, { name = '', id = '', date1904 = '', ...others }) => {
      if (tag === 'workbookPr') is1904 = /^(?:1|true)$/.test(date1904)
      if (tag === 'sheet') sheets.push({ name, path: pathOf(targets.get(others['r:id'] ?? id) ?? '') })
    },
  })
  if (sheets.length > MOST_SHEETS) throw new ImportFault(`The spreadsheet has ${sheets.length} sheets, of at most ${MOST_SHEETS}.`)
  const strings = sharedStrings(partOf('xl/sharedStrings.xml'))
  const areDates = dateStyles(partOf('xl/styles.xml'))
  let left = mostLength
  return sheets
    .map(({ name, path }) => {
      const csv = csvOf(partOf(path), { strings, areDates, is1904, mostLength: left })
      left -= csv.length
      return { name, csv }
    })
    .filter(({ csv }) => csv !== '')
}

const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

type Handlers = {
  readonly open: (name: string, attributes: Readonly<Partial<Record<string, string>>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Reads XML without the prefixes of its names; a document type, which no spreadsheet has, could define text of any length. */
function read(xml: string | undefined, { open, close, text }: Handlers): void {
  if (xml === undefined) return
  const parser = new SaxesParser()
  const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new ImportFault(UNREADABLE)
  })
  parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes))
  if (close !== undefined) parser.on('closetag', ({ name }) => close(localName(name)))
  if (text !== undefined) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.write(xml).close()
}

/** Texts of which cells have the number. Phonetic guides, `rPh`, are no part of a text. */
function sharedStrings(xml: string | undefined): readonly string[] {
  const strings: string[] = []
  let isText = false
  let isGuide = false
  read(xml, {
    open: (name) => {
      if (name === 'si') strings.push('')
      if (name === 'rPh') isGuide = true
      isText = name === 't'
    },
    close: (name) => {
      if (name === 'rPh') isGuide = false
      isText = false
    },
    text: (text) => {
      if (isText && !isGuide) strings[strings.length - 1] += text
    },
  })
  return strings
}

/** Numbers of the formats of dates and times that every spreadsheet has. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
/** Quoted and escaped text, and conditions and colours in brackets. */
const NO_PLACES = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi

/** Which of the cell styles show a date. */
function dateStyles(xml: string | undefined): readonly boolean[] {
  const own = new Map<string, boolean>()
  const styles: boolean[] = []
  let isOfCells = false
  read(xml, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt')
        own.set(
          numFmtId,
          /[dmyhs]/i.test(
            formatCode
              .slice(0, 200)
              .replace(NO_PLACES, '')
              .replace(/general/i, ''),
          ),
        )
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells) styles.push(own.get(numFmtId) ?? isBuiltInDate(Number(numFmtId)))
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return styles
}

type Terms = {
  readonly strings: readonly string[]
  readonly areDates: readonly boolean[]
  readonly is1904: boolean
  readonly mostLength: number
}

function csvOf(xml: string | undefined, terms: Terms): string {
  const lines: string[] = []
  let cells: string[] = []
  let cell: { readonly column: number; readonly type: string; readonly style: number; value: string } | undefined
  let isValue = false
  let length = 0
  read(xml, {
    open: (name, { r, t = 'n', s = '0' }) => {
      if (name === 'row') {
        cells = []
        const number = Number(r ?? lines.length + 1)
        if (number > MOST_LINES || !(number > lines.length)) throw tooMany()
        while (lines.length < number - 1) lines.push('')
      } else if (name === 'c') {
        const column = columnOf(r) ?? cells.length
        if (column >= MOST_CELLS_A_ROW) throw new ImportFault(`The spreadsheet has a row of more than ${MOST_CELLS_A_ROW} cells.`)
        cell = { column, type: t, style: Number(s), value: '' }
      }
      isValue = name === 'v' || name === 't'
    },
    close: (name) => {
      isValue = false
      if (name === 'c' && cell !== undefined) {
        while (cells.length < cell.column) cells.push('')
        const text = cellText(cell, terms)
        // Many cells may share one long text.
        length += text.length
        if (length > terms.mostLength) throw new ImportFault(UNREADABLE)
        cells[cell.column] = text
        cell = undefined
      } else if (name === 'row') lines.push(cells.map(quoted).join(','))
    },
    text: (text) => {
      if (isValue && cell !== undefined) cell.value += text
    },
  })
  return lines.every((line) => /^,*$/.test(line)) ? '' : `${lines.join('\n')}\n`
}

const tooMany = (): ImportFault =>
  new ImportFault(`The spreadsheet has more than ${MOST_ROWS.toLocaleString('en-US')} rows. Split it by date.`)

/** `AB12` is in column 27, the first being 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  return letters === undefined ? undefined : [...letters].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1
}

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function cellText({ type, style, value }: { readonly type: string; readonly style: number; readonly value: string }, terms: Terms): string {
  if (type === 's') return terms.strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'e') return ''
  if (type !== 'n') return value
  const figure = Number(value)
  if (value.trim() === '' || !Number.isFinite(figure)) return value
  if (terms.areDates[style] === true) return dateText(figure, terms.is1904)
  // Spreadsheets keep fifteen digits: longer trade ids have lost their last ones.
  return Math.abs(figure) >= 1e15 ? figure.toExponential() : String(figure)
}

const DAYS_TO_1970 = { from1900: 25_569, from1904: 24_107 } as const
const DAY_MS = 86_400_000
const LATEST = 2_958_466

/** Days since the start of 1900, or 1904, as a date; the clock of a day alone is no date. */
function dateText(days: number, is1904: boolean): string {
  if (days < 1 || days >= LATEST) return String(days)
  const since = days - (is1904 ? DAYS_TO_1970.from1904 : DAYS_TO_1970.from1900)
  return new Date(Math.round(since * DAY_MS))
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '')
}
