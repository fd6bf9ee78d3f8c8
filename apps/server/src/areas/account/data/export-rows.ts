import { BYTE_ORDER_MARK, csvLine, textCell } from '@aerie/journal/csv-text'
import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import { OWNED_BY, PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts'

const BATCH = 200
export const EXPORTED_TABLES = Object.entries(PERSONAL_TABLES).flatMap(([name, table]) => (table.isExported ? [name] : []))

const columnRow = z.object({ column_name: z.string() })

export async function shownColumns(client: Pick<PoolClient, 'query'>, name: string): Promise<string[]> {
  const { rows } = await client.query(
    `select column_name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and data_type <> 'bytea' order by ordinal_position`,
    [name],
  )
  const hidden = tableOf(name).hidden ?? []
  return rows.map((row) => z.parse(columnRow, row).column_name).filter((column) => !hidden.includes(column))
}

type Wanted = { readonly name: string; readonly userId: string; readonly columns: readonly string[] }

/** A user's rows as JSON lines. PostgreSQL formats the numbers, so they keep full precision. */
export async function* jsonLines(client: PoolClient, wanted: Wanted): AsyncGenerator<string> {
  const select = `select to_jsonb(t)::text as line from (${selectOf(wanted)}) t`
  for await (const row of rowsOf(client, select, wanted.userId)) yield `${z.parse(lineRow, row).line}\n`
}

/** RFC 4180, with a header. */
export async function* csvLines(client: PoolClient, wanted: Wanted): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(wanted.columns.map(csvCell))
  const cells = wanted.columns.map((column) => `t.${quoted(column)}::text`).join(', ')
  const select = `select array[${cells}] as cells from (${selectOf(wanted)}) t`
  for await (const row of rowsOf(client, select, wanted.userId)) yield csvLine(z.parse(cellsRow, row).cells.map(csvCell))
}

const lineRow = z.object({ line: z.string() })
const cellsRow = z.object({ cells: z.array(z.nullable(z.string())) })

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const NUMBER = /^-?\d+(\.\d+)?(e[+-]\d+)?$/

const csvCell = (text: string | null): string => (text === null || NUMBER.test(text) ? (text ?? '') : textCell(text))

function tableOf(name: string): PersonalTable {
  const table = PERSONAL_TABLES[name]
  if (table === undefined) throw new Error(`${name} is no table of users`)
  return table
}

const selectOf = ({ name, columns }: Wanted): string =>
  `select ${columns.map(quoted).join(', ')} from ${quoted(name)} where ${OWNED_BY[tableOf(name).belongs]}`

/** Reads through a cursor, so that only one batch is in memory. */
async function* rowsOf(client: PoolClient, select: string, userId: string): AsyncGenerator<unknown> {
  await client.query(`declare export_rows no scroll cursor for ${select}`, [userId])
  for (;;) {
    const { rows } = await client.query(`fetch forward ${BATCH} from export_rows`)
    yield* rows
    if (rows.length < BATCH) break
  }
  await client.query('close export_rows')
}
