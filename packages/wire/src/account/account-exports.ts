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

export const startExport = endpoint({
  method: 'POST',
  path: '/account/export',
  auth: 'recent',
  summary: "Starts an export of all the caller's data; one at a time, five a day",
  status: 202,
  returns: exportBegun,
})

export const getNewestExport = endpoint({
  method: 'GET',
  path: '/account/export',
  auth: 'user',
  summary: 'The newest export that is in progress or can be downloaded; null if there is none',
  returns: z.nullable(exportBegun),
})

export const getExport = endpoint({
  method: 'GET',
  path: '/account/exports/:id',
  auth: 'user',
  summary: 'Progress of an export and, when it is complete, a link for one download within 24 hours',
  description: 'The link is null unless the caller has confirmed their identity within the last ten minutes.',
  params: byId,
  returns: exportStatus,
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/account/exports/:id/file',
  auth: 'public',
  summary: 'Downloads the ZIP file of an export; each link works once',
  params: byId,
  query: z.object({ key: z.string().check(z.regex(/^[\w-]{43}$/, 'is not a key')) }),
  file: 'application/zip',
})
