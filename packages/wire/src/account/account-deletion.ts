import * as z from 'zod/mini'

/** Days between asking for the deletion of an account and the deletion. */
export const DELETION_DAYS = 7

/** Data of `POST`, `GET` and `DELETE /api/v1/account/deletion`: when the account will be deleted; null: it stays. */
export const accountDeletion = z.object({ ends_at: z.nullable(z.iso.datetime()) })
export type AccountDeletion = z.output<typeof accountDeletion>
