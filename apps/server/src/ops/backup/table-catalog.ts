import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import { partition } from './backup-format.ts'

/** A table and its non-generated columns. */
export type CatalogTable = {
  readonly name: string
  readonly columns: ReadonlyArray<{ readonly name: string; readonly type: string }>
  readonly partition: z.output<typeof partition> | null
}

const catalogRow = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  parent: z.nullable(z.string()),
  bound: z.nullable(z.string()),
})

/** Tables that hold rows themselves, by name. @throws for a partitioning scheme backups do not support */
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

const BOUND = /^FOR VALUES FROM \('?(-?\d+)'?\) TO \('?(-?\d+)'?\)$/

function partitionOf(of: string, bound: string): z.output<typeof partition> {
  const [, from, to] = BOUND.exec(bound) ?? []
  return z.parse(partition, { of, from, to })
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Makes the text output independent of server settings. */
export const EXACT_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local bytea_output = 'hex'; set local extra_float_digits = 3; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`
