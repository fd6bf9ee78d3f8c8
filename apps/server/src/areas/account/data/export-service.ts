import { randomUUID } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, DAY_MS } from '@aerie/core/time'
import type { ExportStatus } from '@aerie/wire/account/account-data'
import type { Database } from '../../../platform/db/client.ts'
import { lockingUser } from '../../../platform/db/locking-user.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Limit, Limits } from '../entitlement/limits.ts'
import type { NotifyUser } from '../mails/security-mails.ts'
import { drawToken, tokenHash } from '../secrets.ts'
import { type ExportRow, exportRepository } from './export-repository.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly limits: Pick<Limits, 'demandWithin'>
  readonly notifyUser: NotifyUser
  readonly folder: string
}
const EXPORTS_A_DAY: Limit = { name: 'account-export', max: 5, windowMs: DAY_MS }
const NO_EXPORT = 'There is no such export, or its time is over.'

export type ExportService = ReturnType<typeof exportService>

export const partName = (held: { readonly id: string; readonly holder: string }): string => `${held.id}.${held.holder}.part`

const filesOf = ({ id, state, holder }: ExportRow): string[] => [
  `${id}.zip`,
  ...(state === 'running' && holder !== null ? [partName({ id, holder })] : []),
]

export const exportService = ({ db, clock, limits, notifyUser, folder }: Deps) => {
  const repository = exportRepository(db)
  const now = () => new Date(clock.now())
  const fileOf = (id: string): string => join(folder, `${id}.zip`)
  const findOwn = async (userId: string, id: string) => {
    const row = await repository.find(id)
    if (row?.userId !== userId || (row.expiresAt !== null && row.expiresAt <= now())) throw new AppError('not_found', { detail: NO_EXPORT })
    return row
  }
  /**
   * An export without its file is not reported as ready: a restored backup has the rows alone. The row stays as it is, since another
   * process may hold the file in its own folder.
   */
  const isThere = (id: string): Promise<boolean> =>
    access(fileOf(id)).then(
      () => true,
      () => false,
    )
  return {
    /** Starts an export, or returns the one in progress. @throws AppError rate_limited */
    begin: (userId: string): Promise<string> =>
      lockingUser(db, userId, async (tx) => {
        const active = await exportRepository(tx).findActive(userId)
        if (active !== undefined) return active.id
        await limits.demandWithin(tx, [EXPORTS_A_DAY, userId])
        const id = randomUUID()
        await exportRepository(tx).insert({ id, userId, createdAt: now() })
        await notifyUser(tx, userId, 'exportBegun')
        return id
      }),

    newest: async (userId: string): Promise<string | undefined> => {
      const row = await repository.findNewest(userId, now())
      return row !== undefined && (row.state !== 'ready' || (await isThere(row.id))) ? row.id : undefined
    },

    /** Includes a new link if the user has reauthenticated. @throws AppError not_found, also for another user's export */
    status: async (userId: string, id: string, isProven: boolean): Promise<ExportStatus> => {
      const found = await findOwn(userId, id)
      const row = found.state === 'ready' && !(await isThere(id)) ? { ...found, state: 'failed' as const } : found
      const key = row.state === 'ready' && isProven ? drawToken() : undefined
      if (key !== undefined) await repository.setLink(id, tokenHash(key))
      return {
        id,
        state: row.state,
        parts_done: row.partsDone,
        parts: row.parts,
        bytes: row.bytes,
        created_at: row.createdAt.toISOString(),
        expires_at: row.expiresAt?.toISOString() ?? null,
        link: key === undefined ? null : `/api/v1/account/exports/${id}/file?key=${key}`,
      }
    },

    open: async (id: string, key: string): Promise<{ readonly stream: ReadStream; readonly bytes: number }> => {
      // Before the link is used up: it stays good for the server that has the file.
      const row = (await isThere(id)) ? await repository.takeLink(id, tokenHash(key)) : undefined
      const isLive = row?.expiresAt != null && row.expiresAt > now()
      if (row?.bytes == null || !isLive) throw new AppError('not_found', { detail: NO_EXPORT })
      return { stream: createReadStream(fileOf(id)), bytes: row.bytes }
    },

    sweep: async (): Promise<void> => {
      await repository.deleteExpired(now())
      // List files first, so that exports started in between are not treated as orphans.
      const files = await readdir(folder).catch(() => [])
      const needed = new Set((await repository.all()).flatMap(filesOf))
      for (const file of files) if (!needed.has(file)) await rm(join(folder, file), { force: true })
    },
  }
}
