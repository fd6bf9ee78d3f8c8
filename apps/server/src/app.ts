import { createServer } from 'node:http'
import { hostname } from 'node:os'
import { HOUR_MS } from '@aerie/core/time'
import { ticker } from '@aerie/runtime/ticker'
import * as z from 'zod/mini'
import { account, refreshCookieName } from './areas/account/index.ts'
import { agent } from './areas/agent/index.ts'
import { alerts } from './areas/alerts/index.ts'
import { copy } from './areas/copy/index.ts'
import { forecast } from './areas/forecast/index.ts'
import { journal } from './areas/journal/index.ts'
import { learn } from './areas/learn/index.ts'
import { market } from './areas/market/index.ts'
import { membership } from './areas/membership/index.ts'
import { persona } from './areas/persona/index.ts'
import { social } from './areas/social/index.ts'
import { trading } from './areas/trading/index.ts'
import { venues } from './areas/venues/index.ts'
import { web } from './areas/web/index.ts'
import { workspace } from './areas/workspace/index.ts'
import { type Platform, setUpAreas } from './platform/area.ts'
import { memoryRoom, openBus, type Transport } from './platform/bus/bus.ts'
import { redisTransport } from './platform/bus/redis-transport.ts'
import { type Duties, openDuties } from './platform/duties/duty.ts'
import { deleteOldNodes } from './platform/duties/nodes.ts'
import { createHealthRegistry, databaseWatch, type HealthRegistry } from './platform/health/health-registry.ts'
import { probeRoutes } from './platform/health/status-routes.ts'
import { storageWatch } from './platform/health/storage-watch.ts'
import { AppError } from './platform/http/app-error.ts'
import { drainOnClose } from './platform/http/drain.ts'
import { sendProblem } from './platform/http/error-answers.ts'
import { httpEdge, httpServer } from './platform/http/http-edge.ts'
import { readyAnswers } from './platform/http/ready-answers.ts'
import { originReport } from './platform/http/same-origin.ts'
import { headersOf } from './platform/http/security-headers.ts'
import { lifecycle, type ServerModule } from './platform/lifecycle.ts'
import { mailModule } from './platform/mail/mail-module.ts'
import { socketServer } from './platform/sockets/socket-server.ts'
import { userNotices } from './platform/user-notices.ts'

/** What the server does; start and stop follow from what each area needs. */
const AREAS = [account, market, membership, forecast, trading, journal, persona, copy, alerts, social, venues, workspace, learn, agent, web]

export type AppDeps = Pick<
  Platform,
  'config' | 'secretKey' | 'recoveryKey' | 'db' | 'clock' | 'logger' | 'version' | 'webRoot' | 'openWaitMs'
> & {
  /** To other servers in this process, as tests use; by default what REDIS_URL names. */
  readonly transport?: Transport
}

/** Sets up all areas and registers their routes. It does not listen yet. */
export async function buildApp(deps: AppDeps) {
  z.config(z.locales.en())
  const { config, db, clock, logger, version } = deps
  const app = httpServer(config, logger)
  const reportOrigin = originReport(logger, config.PUBLIC_URL)
  const isWorker = config.ROLE === 'worker'
  // A worker answers probes only: its sockets belong to a server that never listens.
  const io = socketServer(isWorker ? createServer() : app.server, {
    publicUrl: config.PUBLIC_URL,
    trustedProxies: config.TRUSTED_PROXIES,
    reportOrigin,
  })
  const isStopping = drainOnClose(app, io)
  const health = createHealthRegistry(['database', 'market'])
  const answers = readyAnswers(headersOf(config.PUBLIC_URL))
  const metrics = await httpEdge(app, {
    config,
    version,
    isStopping,
    answers,
    reportOrigin,
    refreshCookie: refreshCookieName(config.PUBLIC_URL, config.SAFE_APP === 'on'),
    notFound: (request, reply) => (isWorker ? sendProblem(reply, new AppError('not_found')) : apiOf(web).notFound(request, reply)),
  })
  const bus = busModule(deps, health)
  const duties = openDuties({
    pool: db.$client,
    takesDuties: config.ROLE !== 'web',
    isReachable: bus.bus.isUp,
    about: { role: config.ROLE, version, host: hostname() },
  })
  const mail = mailModule({ config, db, clock, logger })
  const { modules, apiOf } = await setUpAreas(AREAS, {
    ...deps,
    duties,
    app,
    io,
    isStopping,
    health,
    metrics,
    answers,
    mail: mail.service,
    notices: userNotices(bus.bus),
    bus: bus.bus,
  })
  await app.register(probeRoutes({ health, isStopping }))
  for (const { routes } of isWorker ? [] : [mail, ...modules]) if (routes !== undefined) await app.register(routes)

  const print = (line: string): void => logger.warn({ part: 'storage' }, line)
  const { start, stop } = lifecycle({
    // Before HTTP: serves requests, and stops after the last response. After HTTP: works on its own.
    stages: [
      databaseWatch(db.$client, health),
      storageWatch({ pool: db.$client, dataDir: config.DATA_DIR, health, print }),
      bus,
      nodesModule({ db, duties, logger }),
      mail,
      modules.filter(({ isBackground }) => isBackground !== true),
      { name: 'http', stop: async () => void (await app.close()) },
      ...modules.filter(({ isBackground }) => isBackground === true),
    ],
    onStopFailure: (part, error) => logger.error({ err: error, part }, 'a module did not stop'),
  })
  return {
    app,
    io,
    health,
    metrics,
    mail: mail.service,
    apiOf,
    listen: () => app.listen({ host: config.HOST, port: config.PORT }),
    start,
    close: stop,
  }
}

/** Without REDIS_URL the bus has no other processes on it, and nothing leaves this one. */
function busModule({ config, secretKey, clock, logger, transport }: AppDeps, health: HealthRegistry) {
  const isShared = transport !== undefined || config.REDIS_URL !== undefined
  const between = config.REDIS_URL === undefined ? memoryRoom()() : redisTransport({ url: config.REDIS_URL, logger, onChange: report })
  const bus = openBus({
    transport: transport ?? between,
    isShared,
    secretKey,
    clock,
    onError: (error) => logger.error({ err: error }, 'a message on the bus failed'),
  })
  /** Degraded, not down: everything but orders elsewhere and live prices goes on without Redis. */
  function report(isUp: boolean): void {
    if (isUp) health.set('bus', 'ok', '')
    else health.set('bus', 'degraded', 'Redis does not answer: prices and orders of other processes do not arrive.')
  }
  return { name: 'bus', bus, start: bus.start, stop: bus.stop }
}

const SWEEP_MS = HOUR_MS

/** Stopped after everything that holds a duty. */
function nodesModule({ db, duties, logger }: Pick<Platform, 'db' | 'logger'> & { readonly duties: Duties }): ServerModule {
  const sweeping = ticker(
    SWEEP_MS,
    duties.upkeep(() => deleteOldNodes(db)),
  )
  return {
    name: 'nodes',
    start: async () => {
      await duties.start()
      sweeping.start((error) => logger.warn({ err: error }, 'old processes could not be taken off the list; trying again'))
    },
    stop: async () => {
      sweeping.stop()
      await sweeping.idle()
      await duties.stop()
    },
  }
}
