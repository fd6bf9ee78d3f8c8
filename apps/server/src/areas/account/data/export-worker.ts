import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, DAY_MS, HOUR_MS } from '@aerie/core/time'
import { EXPORT_HOURS } from '@aerie/wire/account/account-data'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../platform/db/client.ts'
import { exportRepository } from './export-repository.ts'
import { partName } from './export-service.ts'
import { type ExportFile, exportParts, writeExport } from './export-zip.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly folder: string
  readonly files: readonly ExportFile[]
}

const FORGOTTEN_MS = 7 * DAY_MS

export const exportWorker = ({ db, clock, logger, folder, files }: Deps) => {
  const parts = exportParts(files)
  const repository = exportRepository(db)
  const after = (ms: number) => new Date(clock.now() + ms)
  let isLettingGo = false

  const removeParts = async (id: string): Promise<void> => {
    for (const file of await readdir(folder))
      if (file.startsWith(`${id}.`) && file.endsWith('.part')) await rm(join(folder, file), { force: true })
  }

  /** Writes a claimed export. The file must exist before the row says so. */
  const write = async (held: Held, userId: string): Promise<void> => {
    const part = join(folder, partName(held))
    const onPart = async (partsDone: number): Promise<void> => {
      if (isLettingGo) throw new LetGo()
      if (!(await repository.report(held, partsDone))) throw new LostLease()
    }
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeParts(held.id)
      await repository.update(held, { parts })
      await writeExport({ pool: db.$client, userId, path: part, at: after(0), files, onPart })
      const { size } = await stat(part)
      await rename(part, join(folder, `${held.id}.zip`))
      await repository.update(held, { state: 'ready', bytes: size, partsDone: parts, expiresAt: after(EXPORT_HOURS * HOUR_MS) })
    } finally {
      await rm(part, { force: true })
    }
  }
  const endBadly = async (held: Held, error: unknown): Promise<void> => {
    if (error instanceof LostLease) return
    if (error instanceof LetGo) return void (await repository.update(held, { state: 'waiting', partsDone: 0 }))
    logger.error({ err: error, export: held.id }, 'an export could not be made')
    await repository.update(held, { state: 'failed', expiresAt: after(FORGOTTEN_MS) })
  }

  return {
    work: async (): Promise<boolean> => {
      if (isLettingGo) return false
      const holder = randomUUID()
      const row = await repository.claim(holder)
      if (row === undefined) return false
      const held = { id: row.id, holder }
      await write(held, row.userId).catch((error: unknown) => endBadly(held, error))
      return true
    },
    letGo: (): void => {
      isLettingGo = true
    },
    resume: (): void => {
      isLettingGo = false
    },
  }
}

type Held = { readonly id: string; readonly holder: string }

class LostLease extends Error {
  override readonly name = 'LostLease'
}

class LetGo extends Error {
  override readonly name = 'LetGo'
}
