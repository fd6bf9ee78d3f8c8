import { copyOfOrder } from '@aerie/copy/follow-graph'
import type { Price, Size } from '@aerie/core/numbers/units'
import type { Side } from '@aerie/trading/orders/order'
import { storedEvent } from '@aerie/trading/stored/stored'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'

/** How long (market clock) takes count against the first book of another process. */
export const COUNTED_MS = 60_000

export type StoredTake = {
  readonly leader: string
  readonly symbol: string
  readonly side: Side
  readonly at: number
  readonly levels: readonly (readonly [price: Price, size: Size])[]
}

const MOST_FILLS = 100

type Going = { readonly id: string; readonly account_id: string; readonly leader_account_id: string }
type Fill = { readonly account: string; readonly seq: string; readonly at: string; readonly payload: unknown }

/** Includes takes of copies that just stopped. */
export async function recentTakes(db: Db, { sourceId, since }: { sourceId: string; since: number }): Promise<StoredTake[]> {
  const { rows: going } = await db.execute<Going>(sql`
    select id, account_id, leader_account_id from copies
    where source_id = ${sourceId} and (state <> 'stopped' or updated_at > now() - interval '10 minutes')`)
  const leaderOf = new Map(going.map(({ id, leader_account_id: leader }) => [id, leader]))
  const leaders = new Set(leaderOf.values())
  const accounts = [...new Set([...leaders, ...going.map(({ account_id: account }) => account)])]
  const { rows } = await db.execute<Fill>(sql`
    select a.id as account, e.seq, e.at, e.payload
    from unnest(${sql.param(accounts)}::uuid[]) a(id), lateral (
      select seq, at, payload from trading_events where account_id = a.id and kind = 'filled' order by seq desc limit ${MOST_FILLS}
    ) e where e.at >= ${Math.floor(since)} order by e.at, a.id, e.seq`)
  return rows.flatMap(({ account, seq, at, payload }): StoredTake[] => {
    const event = storedEvent(Number(seq), 'filled', Number(at), payload)
    // Maker fills take nothing from the displayed size.
    if (event.kind !== 'filled' || event.liquidity !== 'taker') return []
    const copy = copyOfOrder(event.clientId)
    const leader = copy === undefined ? account : leaderOf.get(copy)
    if (leader === undefined || !leaders.has(leader)) return []
    return [{ leader, symbol: event.symbol, side: event.side, at: event.t, levels: event.evidence.levels }]
  })
}
