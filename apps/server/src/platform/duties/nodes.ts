import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { StartFailure } from '../start-failure.ts'

/** Without a heartbeat for this long, a process counts as gone; it sends one every 1.5 s. */
const ALIVE_S = 10
const KEPT = '1 day'

export type ListedNode = {
  readonly id: string
  readonly role: string
  readonly version: string
  readonly host: string
  readonly startedAt: Date
  readonly seenAt: Date
  readonly isAlive: boolean
  /** Whether the bus connects it with the other processes; null when it is gone. */
  readonly isReachable: boolean | null
  readonly duties: readonly string[]
}

/**
 * All processes of the last day, with the duties they hold now; by the database's clock. Reads `is_reachable` through JSON, because a backup
 * and a restore also work on tables of a release without that column.
 */
export async function listNodes(db: Db): Promise<ListedNode[]> {
  type Row = Pick<ListedNode, 'id' | 'role' | 'version' | 'host'> & {
    started: number
    seen: number
    is_alive: boolean
    is_reachable: boolean
    duties: string[]
  }
  const { rows } = await db.execute<Row>(sql`
    select id, role, version, host, extract(epoch from started_at)::float8 * 1000 as started,
      extract(epoch from seen_at)::float8 * 1000 as seen, seen_at > now() - make_interval(secs => ${ALIVE_S}) as is_alive,
      coalesce((to_jsonb(nodes)->>'is_reachable')::boolean, true) as is_reachable,
      array(select name from duties where holder = nodes.id and until > now() order by name) as duties
    from nodes order by started_at, id`)
  return rows.map(({ id, role, version, host, started, seen, is_alive, is_reachable, duties }) => ({
    id,
    role,
    version,
    host,
    startedAt: new Date(started),
    seenAt: new Date(seen),
    isAlive: is_alive,
    isReachable: is_alive ? is_reachable : null,
    duties,
  }))
}

/** False in the tables of a release before several processes. */
export const hasNodes = async (db: Db): Promise<boolean> =>
  (await db.execute<{ is_there: boolean }>(sql`select to_regclass('public.nodes') is not null as is_there`)).rows[0]?.is_there === true

/** @throws StartFailure while a process runs on this database */
export async function refuseLiveNodes(db: Db): Promise<void> {
  const alive = (await hasNodes(db)) ? (await listNodes(db)).filter(({ isAlive }) => isAlive) : []
  if (alive.length === 0) return
  const names = alive.map(({ role, host }) => `${role} on ${host}`).join(', ')
  throw new StartFailure(`Aerie runs on this database (${names}): stop it first; a process that was killed is forgotten after ${ALIVE_S} s`)
}

export async function deleteOldNodes(db: Db): Promise<void> {
  await db.execute(sql`delete from nodes where seen_at < now() - ${KEPT}::interval`)
}
