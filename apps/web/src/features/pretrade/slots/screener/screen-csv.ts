import { csvLine, textCell } from '@aerie/journal/csv-text'
import { type Candidate, candidateFigure, type FieldName, fieldOf } from './screen-fields.ts'

type CsvRequest = { readonly rows: readonly Candidate[]; readonly columns: readonly FieldName[]; readonly source: string }

/** The table as a CSV file (RFC 4180), in its order: whole figures, empty where not known; with the currency, the source and the time of each price. */
export function screenCsv({ rows, columns, source }: CsvRequest): string {
  const head = ['symbol', 'name', ...columns.map((name) => fieldOf(name).title), 'quote', 'source', 'price_as_of']
  const lines = rows.map((row) => {
    const { symbol, name, quote, asOf } = row.coin
    const figures = columns.map((column) => candidateFigure(row, column)?.toString() ?? '')
    return [symbol, name, ...figures, quote, source, asOf === null ? '' : new Date(asOf).toISOString()]
  })
  return [head, ...lines].map((line) => csvLine(line.map(csvField))).join('')
}

/** A figure may begin with a sign. */
const csvField = (text: string): string => (text !== '' && Number.isFinite(Number(text)) ? text : textCell(text))
