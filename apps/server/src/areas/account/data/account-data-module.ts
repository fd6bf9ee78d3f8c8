import { join } from 'node:path'
import { type Clock, MINUTE_MS } from '@aerie/core/time'
import { ticker } from '@aerie/runtime/ticker'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../../../platform/db/client.ts'
import { dueLoop } from '../../../platform/due-loop.ts'
import type { Duties } from '../../../platform/duties/duty.ts'
import type { Authentication } from '../authentication.ts'
import type { Limits } from '../entitlement/limits.ts'
import type { NotifyUser } from '../mails/security-mails.ts'
import { deletionWorker } from './deletion-worker.ts'
import { exportRoutes } from './export-routes.ts'
import { exportService } from './export-service.ts'
import { exportWorker } from './export-worker.ts'
import type { ExportFile } from './export-zip.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly limits: Pick<Limits, 'demandWithin'>
  readonly notifyUser: NotifyUser
  readonly dataDir: string
  readonly files: readonly ExportFile[]
  readonly requireReauthenticated: Authentication['requireUser']
}

const SWEEP_MS = 10 * MINUTE_MS

export function accountDataModule({ db, clock, logger, limits, notifyUser, dataDir, files, requireReauthenticated }: Deps) {
  const folder = join(dataDir, 'exports')
  const exports = exportService({ db, clock, limits, notifyUser, folder })
  const worker = exportWorker({ db, clock, logger, folder, files })
  const sweeping = ticker(SWEEP_MS, exports.sweep, { atOnce: true })
  const onError = (error: unknown): void => logger.error({ err: error }, 'tending exports failed; trying again')
  const working = dueLoop({
    look: async () => {
      while (await worker.work());
      return undefined
    },
    onError,
  })
  return {
    name: 'account-data',
    routes: async (app: FastifyInstance): Promise<void> => {
      await app.register(exportRoutes({ exports, onBegun: working.hint, requireReauthenticated }))
    },
    start: (): void => {
      worker.resume()
      working.start()
      sweeping.start(onError)
    },
    stop: async (): Promise<void> => {
      worker.letGo()
      sweeping.stop()
      await Promise.all([working.stop(), sweeping.idle()])
    },
  }
}

export function deletionModule({ duties, ...deps }: Parameters<typeof deletionWorker>[0] & { readonly duties: Pick<Duties, 'upkeep'> }) {
  const sweeping = ticker(SWEEP_MS, duties.upkeep(deletionWorker(deps).work))
  return {
    name: 'account-deletion',
    start: (): void => sweeping.start((error: unknown) => deps.logger.error({ err: error }, 'deleting accounts failed; trying again')),
    stop: async (): Promise<void> => {
      sweeping.stop()
      await sweeping.idle()
    },
  }
}
