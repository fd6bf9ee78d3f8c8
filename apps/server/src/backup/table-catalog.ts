import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import { partition } from './backup-format.ts'

/** A table with its columns that hold something of their own: none that PostgreSQL computes. */
export type CatalogTable = {
  readonly name: string
  readonly columns: ReadonlyArray<{ readonly name: string; readonly type: string }>
  /** Null for a whole table. */
  readonly partition: z.output<typeof partition> | null
}

const catalogRow = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  parent: z.nullable(z.string()),
  bound: z.nullable(z.string()),
})

/** Every table of the product that holds rows itself, by name. @throws where a table is cut in a way that a backup does not know */
export async function tableCatalog(client: Pick<PoolClient, 'query'>): Promise<CatalogTable[]> {
  const { rows } = await client.query(`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns,
      max(i.inhparent::regclass::text) as parent, max(pg_get_expr(c.relpartbound, c.oid)) as bound
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.relname order by c.relname`)
  return rows.map((row) => {
    const { name, columns, parent, bound } = z.parse(catalogRow, row)
    return { name, columns, partition: parent === null ? null : partitionOf(parent, bound ?? '') }
  })
}

/** PostgreSQL writes numbers of a bound in quotes. */
const BOUND = /^FOR VALUES FROM \('?(-?\d+)'?\) TO \('?(-?\d+)'?\)$/

function partitionOf(of: string, bound: string): z.output<typeof partition> {
  const [, from, to] = BOUND.exec(bound) ?? []
  return z.parse(partition, { of, from, to })
}

/** A name as SQL takes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** One way to write every value, whatever the server's settings. */
export const EXACT_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local bytea_output = 'hex'; set local extra_float_digits = 3; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`
