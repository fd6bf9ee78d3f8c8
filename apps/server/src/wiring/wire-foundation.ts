import type { Clock } from '@aerie/core/time'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Database } from '../platform/db/client.ts'
import { databaseWatch } from '../platform/health/database-watch.ts'
import { createHealthRegistry } from '../platform/health/health-registry.ts'
import { storageWatch } from '../platform/health/storage-watch.ts'
import { drainOnClose } from '../platform/http/drain.ts'
import { httpServer } from '../platform/http/http-edge.ts'
import { readyAnswers } from '../platform/http/ready-answers.ts'
import { originReport } from '../platform/http/same-origin.ts'
import { headersOf } from '../platform/http/security-headers.ts'
import type { ServerModule } from '../platform/lifecycle.ts'
import { socketServer } from '../platform/sockets/socket-server.ts'

export type AppDeps = {
  readonly config: Config
  readonly secretKey: Uint8Array
  /** Key of the recovery code hashes, if not derived from `secretKey`. */
  readonly recoveryKey?: Uint8Array
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly version: string
  readonly webRoot: string
  /** How long a response waits for a starting market; default: a few seconds. */
  readonly openWaitMs?: number
}

export type Foundation = AppDeps & ReturnType<typeof wireFoundation> & { readonly metrics: Registry }

export function wireFoundation({ config, db, logger }: AppDeps) {
  const app = httpServer(config, logger)
  const reportOrigin = originReport(logger, config.PUBLIC_URL)
  const io = socketServer(app.server, { publicUrl: config.PUBLIC_URL, trustedProxies: config.TRUSTED_PROXIES, reportOrigin })
  const isStopping = drainOnClose(app, io)
  const health = createHealthRegistry(['database', 'market'])
  const print = (line: string): void => logger.warn({ part: 'storage' }, line)
  const http: ServerModule = { name: 'http', stop: async () => void (await app.close()) }
  return {
    app,
    io,
    isStopping,
    reportOrigin,
    health,
    answers: readyAnswers(headersOf(config.PUBLIC_URL)),
    http,
    database: databaseWatch(db.$client, health),
    storage: storageWatch({ pool: db.$client, dataDir: config.DATA_DIR, health, print }),
  }
}
