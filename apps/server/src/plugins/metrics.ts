import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { AppError } from './app-error.ts'
import { isLocalCaller } from './caller.ts'

/** Counts of this process, and `GET /metrics`: for this machine only, or for whoever brings METRICS_TOKEN. */
export function serveMetrics(app: FastifyInstance, token: string | undefined) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges with the suffix of a counter; each is the sum of the gauge without it.
  for (const name of ['resources', 'handles', 'requests']) registry.removeSingleMetric(`nodejs_active_${name}_total`)
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer HTTP requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    requests.observe(labelsOf(request.method, request.routeOptions.url ?? 'none', reply.statusCode), reply.elapsedTime / 1_000)
    done()
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isLocalCaller(request) && !hasToken(request, token)) throw new AppError('not_found')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
  return {
    registry,
    /** Counts an answer that was ready and so took no time worth measuring. */
    countReady: (route: string, status: number): void => requests.observe(labelsOf('GET', route, status), 0),
  }
}

const labelsOf = (method: string, route: string, status: number) => ({ method, route, status: `${Math.floor(status / 100)}xx` })

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
