import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { journalTrips } from '../../platform/db/schema/journal.ts'
import { tradingAccounts } from '../../platform/db/schema/trading.ts'
import { isInDollars } from './trips/trip-repository.ts'

/** Older trips say little about current habits. */
const MOST_TRIPS = 20_000
const t = journalTrips
const a = tradingAccounts

export const habitsRepository = (db: Db) => ({
  newest: async (userId: string): Promise<string> => {
    const { rows } = await db.execute<{ text: string }>(sql`
      with counted as (
        select ${t.id} as id, ${t.accountId} as account, ${t.openedAt} as opened, ${t.closedAt} as closed, ${t.net} as net,
          ${t.size} * ${t.entry} as worth, ${t.risk} as risk, ${t.sourceKind} as kind,
          sum(${t.net}) over (partition by ${t.accountId} order by ${t.closedAt}, ${t.id}) as brought
        from ${t} where ${t.userId} = ${userId} and ${t.closedAt} is not null and ${t.net} is not null and ${isInDollars}
      ), newest as (select * from counted order by closed desc, id desc limit ${MOST_TRIPS})
      select coalesce(json_agg(json_build_array(n.account, n.opened, n.closed, n.net::text, n.worth::text, n.risk::text,
        (${a.deposit}::numeric / 1000000)::text, n.brought::text, n.kind) order by n.closed, n.id), '[]')::text as text
      from newest n left join ${a} on ${a.id} = n.account`)
    return rows[0]?.text ?? '[]'
  },
})
