import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Days between the request and the deletion of an account. */
export const DELETION_DAYS = 7

/** Time of deletion; null if none is scheduled. */
export const accountDeletion = z.object({ ends_at: z.nullable(z.iso.datetime()) })
export type AccountDeletion = z.output<typeof accountDeletion>

export const getDeletion = endpoint({
  method: 'GET',
  path: '/account/deletion',
  auth: 'user',
  summary: 'When the account will be deleted; null if no deletion is scheduled',
  returns: accountDeletion,
})

export const scheduleDeletion = endpoint({
  method: 'POST',
  path: '/account/deletion',
  auth: 'recent',
  summary: 'Schedules the deletion of the account in seven days',
  description:
    'Ends all other sessions and all API tokens. A login cancels the deletion. Repeating the call changes nothing. 422 while live orders may be open at ApeX Omni (`apex_orders_open`), the saved key’s account there has open orders or positions (`apex_account_open`), or ApeX does not say (`apex_account_unknown`).',
  returns: accountDeletion,
  errors: ['apex_orders_open', 'apex_account_open', 'apex_account_unknown'],
})

export const cancelDeletion = endpoint({
  method: 'DELETE',
  path: '/account/deletion',
  auth: 'user',
  summary: 'Cancels the deletion of the account',
  returns: accountDeletion,
})
