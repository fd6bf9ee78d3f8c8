import * as z from 'zod/mini'

/** Hours for which a finished export can be fetched. */
export const EXPORT_HOURS = 24

/** Data of `POST` and `GET /api/v1/account/export`: which export to ask for. While one is being made, that one. */
export const exportBegun = z.object({ id: z.uuid() })

/** Data of `GET /api/v1/account/exports/{id}`. */
export const exportStatus = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  /** Files that are written, of how many; `parts` is null before it has begun. */
  parts_done: z.int().check(z.gte(0)),
  parts: z.nullable(z.int().check(z.gte(1))),
  /** Size of the ZIP; null before it is whole. */
  bytes: z.nullable(z.int().check(z.gte(0))),
  created_at: z.iso.datetime(),
  /** Until when it can be fetched; null before it is whole. */
  expires_at: z.nullable(z.iso.datetime()),
  /**
   * Address below the server's own that gives the ZIP once. Each answer has a new one, and ends the one before; null where the caller has
   * not proven within ten minutes who is there.
   */
  link: z.nullable(z.string()),
})
export type ExportStatus = z.output<typeof exportStatus>
