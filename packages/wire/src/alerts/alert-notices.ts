import * as z from 'zod/mini'
import { alertFiring } from './alert-rows.ts'
import { delivery } from './deliveries.ts'

/** `data` of the notice `alert`, which `notices.ts` passes through. Each carries the unread count, which corrects a missed one. */
export const alertNotice = z.discriminatedUnion('event', [
  z.object({ event: z.literal('fired'), firing: alertFiring, unread: z.int() }),
  z.object({ event: z.literal('storm'), count: z.int(), newest: alertFiring, unread: z.int() }),
  z.object({ event: z.literal('read'), ids: z.nullable(z.array(z.uuid())), up_to: z.nullable(z.int()), unread: z.int() }),
  z.object({ event: z.literal('changed'), alert: z.nullable(z.uuid()), unread: z.int() }),
])
/** Payload of `notify alert`. */
export type AlertNotice = z.output<typeof alertNotice>

/** `data` of the notice `delivery`: a finished delivery, or changed channels (`delivery` null). */
export const deliveryNotice = z.object({ delivery: z.nullable(delivery) })
/** Payload of `notify delivery`. */
export type DeliveryNotice = z.output<typeof deliveryNotice>
