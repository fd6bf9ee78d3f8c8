import * as z from 'zod/mini'
import { alertFiring } from './alert-rows.ts'
import { delivery } from './deliveries.ts'

/**
 * `data` of the notice `alert` of `/messages`. `notices.ts` lets it through as it is; who shows alerts parses it with this. Every one that
 * changes the count says the count, so that one that was missed is made good by the next.
 */
export const alertNotice = z.discriminatedUnion('event', [
  /** One alert fired. */
  z.object({ event: z.literal('fired'), firing: alertFiring, unread: z.int() }),
  /** More fired within a few seconds than anybody reads: how many, and the newest of them. */
  z.object({ event: z.literal('storm'), count: z.int(), newest: alertFiring, unread: z.int() }),
  /** Firings were read in some session: those named, or all up to a `seq`. */
  z.object({ event: z.literal('read'), ids: z.nullable(z.array(z.uuid())), up_to: z.nullable(z.int()), unread: z.int() }),
  /** Alerts were created, changed or deleted: the list is to be read again. `alert` null: several. */
  z.object({ event: z.literal('changed'), alert: z.nullable(z.uuid()), unread: z.int() }),
])
/** What `notify alert` says. */
export type AlertNotice = z.output<typeof alertNotice>

/** `data` of the notice `delivery`: a delivery that ended, or channels that changed (`delivery` null). */
export const deliveryNotice = z.object({ delivery: z.nullable(delivery) })
/** What `notify delivery` says. */
export type DeliveryNotice = z.output<typeof deliveryNotice>
