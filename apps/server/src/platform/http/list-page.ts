import { AppError } from './app-error.ts'

type Query = { readonly cursor?: string | undefined; readonly limit?: string | undefined }

const PAGE = 50
const CURSOR = /^[1-9]\d{0,14}$/

const limitOf = ({ limit }: Query): number => (limit === undefined ? PAGE : Number(limit))

export const notACursor = (): AppError =>
  new AppError('bad_input', { detail: 'The cursor is not valid.', errors: { cursor: ['not a cursor'] } })

/** Requests one row more than the page shows. @throws AppError bad_input for an invalid cursor */
export function rangeOf(query: Query): { readonly before: number | undefined; readonly limit: number } {
  const { cursor } = query
  if (cursor !== undefined && !CURSOR.test(cursor)) throw notACursor()
  return { before: cursor === undefined ? undefined : Number(cursor), limit: limitOf(query) + 1 }
}

type Shape<Row, Item> = { readonly number: (row: Row) => number; readonly answer: (row: Row) => Item }

export function pageOf<Row, Item>(
  rows: readonly Row[],
  query: Query,
  { number, answer }: Shape<Row, Item>,
): { data: Item[]; next: string | null } {
  const shown = rows.slice(0, limitOf(query))
  const last = shown.at(-1)
  return { data: shown.map(answer), next: rows.length > shown.length && last !== undefined ? String(number(last)) : null }
}
