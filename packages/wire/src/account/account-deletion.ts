import * as z from 'zod/mini'

/** Days between the request and the deletion of an account. */
export const DELETION_DAYS = 7

/** Data of `POST`, `GET` and `DELETE /api/v1/account/deletion`: time of deletion; null if none is scheduled. */
export const accountDeletion = z.object({ ends_at: z.nullable(z.iso.datetime()) })
export type AccountDeletion = z.output<typeof accountDeletion>
