import type { listFirings } from '@aerie/wire/alerts/alert-rows'
import type { EndpointRequest, EndpointReturn } from '@aerie/wire/endpoint'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { alertFirings } from '../../../platform/db/schema/alerts.ts'
import { pageOf, rangeOf } from '../../../platform/http/list-page.ts'
import { type FiringDeliveries, firingAnswer } from '../alert-rows.ts'
import { alertRepository } from '../store.ts'

export type DeliveriesOf = (firingIds: readonly string[]) => Promise<ReadonlyMap<string, FiringDeliveries>>
type Query = EndpointRequest<typeof listFirings>['query']
type Deps = { readonly db: Db; readonly deliveriesOf: DeliveriesOf }

export type FiringList = ReturnType<typeof firingList>

export const firingList = ({ db, deliveriesOf }: Deps) => ({
  page: async (userId: string, query: Query): Promise<EndpointReturn<typeof listFirings>> => {
    const rows = await alertRepository(db).firings({ userId, ...rangeOf(query), alertId: query.alert, symbol: query.symbol })
    const deliveries = await deliveriesOf(rows.map(({ id }) => id))
    return pageOf(rows, query, { number: ({ seq }) => seq, answer: (row) => firingAnswer(row, deliveries.get(row.id) ?? []) })
  },
})

/** `at`: market clock. */
export type FiredAlert = { readonly id: string; readonly at: number; readonly text: string }

export async function firedAlert(db: Db, userId: string, id: string): Promise<FiredAlert | undefined> {
  const { id: ids, at, text, userId: users } = alertFirings
  return (
    await db
      .select({ id: ids, at, text })
      .from(alertFirings)
      .where(and(eq(ids, id), eq(users, userId)))
  )[0]
}
