import * as z from 'zod/mini'
import { byId, endpoint } from '../endpoint.ts'

/** Hours a finished export can be downloaded. */
export const EXPORT_HOURS = 24

/** An export that was started. */
export const exportBegun = z.object({ id: z.uuid() })

/** Progress of an export. */
export const exportStatus = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  parts_done: z.int().check(z.gte(0)),
  parts: z.nullable(z.int().check(z.gte(1))),
  bytes: z.nullable(z.int().check(z.gte(0))),
  created_at: z.iso.datetime(),
  expires_at: z.nullable(z.iso.datetime()),
  /** Single-use path. Each response revokes the previous one; null without reauthentication within ten minutes. */
  link: z.nullable(z.string()),
})
export type ExportStatus = z.output<typeof exportStatus>

export const startExport = endpoint('POST /account/export', {
  auth: 'recent',
  summary: "Starts an export of all the caller's data; one at a time, five a day",
  status: 202,
  returns: exportBegun,
})

export const getNewestExport = endpoint('GET /account/export', {
  auth: 'user',
  summary: 'The newest export that is in progress or can be downloaded; null if there is none',
  returns: z.nullable(exportBegun),
})

export const getExport = endpoint('GET /account/exports/:id', {
  auth: 'user',
  summary: 'Progress of an export and, when it is complete, a link for one download within 24 hours',
  description: 'The link is null unless the caller has confirmed their identity within the last ten minutes.',
  params: byId,
  returns: exportStatus,
})

export const downloadExport = endpoint('GET /account/exports/:id/file', {
  auth: 'public',
  summary: 'Downloads the ZIP file of an export; each link works once',
  params: byId,
  query: z.object({ key: z.string().check(z.regex(/^[\w-]{43}$/, 'is not a key')) }),
  file: 'application/zip',
})

/** Days between the request and the deletion of an account. */
export const DELETION_DAYS = 7

/** Time of deletion; null if none is scheduled. */
export const accountDeletion = z.object({ ends_at: z.nullable(z.iso.datetime()) })
export type AccountDeletion = z.output<typeof accountDeletion>

export const getDeletion = endpoint('GET /account/deletion', {
  auth: 'user',
  summary: 'When the account will be deleted; null if no deletion is scheduled',
  returns: accountDeletion,
})

export const scheduleDeletion = endpoint('POST /account/deletion', {
  auth: 'recent',
  summary: 'Schedules the deletion of the account in seven days',
  description:
    'Ends all other sessions and all API tokens. A login cancels the deletion. Repeating the call changes nothing. 422 while live orders may be open at ApeX Omni (`apex_orders_open`), the saved key’s account there has open orders or positions (`apex_account_open`), or ApeX does not say (`apex_account_unknown`).',
  returns: accountDeletion,
  errors: ['apex_orders_open', 'apex_account_open', 'apex_account_unknown'],
})

export const cancelDeletion = endpoint('DELETE /account/deletion', {
  auth: 'user',
  summary: 'Cancels the deletion of the account',
  returns: accountDeletion,
})
