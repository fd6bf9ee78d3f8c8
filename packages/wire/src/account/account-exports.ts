import * as z from 'zod/mini'

/** Hours a finished export can be downloaded. */
export const EXPORT_HOURS = 24

/** Data of `POST` and `GET /api/v1/account/export`; while an export is in progress, its id. */
export const exportBegun = z.object({ id: z.uuid() })

/** Data of `GET /api/v1/account/exports/{id}`. */
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
