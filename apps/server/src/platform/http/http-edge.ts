import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import cookie from '@fastify/cookie'
import proxyAddr from '@fastify/proxy-addr'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import { describeApi } from './api-document.ts'
import { AppError } from './app-error.ts'
import { addressGroup, isLocalCaller } from './caller.ts'
import { answerBrokenRequest, guardConnections, isBusy, writeProblemAfterAnswers } from './connections.ts'
import { answerErrors, sendProblem } from './error-answers.ts'
import { appErrorOf, UNSTORABLE_TEXT } from './problem.ts'
import { type ReadyAnswers, serveReadyAnswers } from './ready-answers.ts'
import { compressResponses } from './representations.ts'
import { isHandshake, messageFault } from './request-fault.ts'
import { logRequests } from './request-log.ts'
import { type OriginReport, refuseForeignOrigins } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const REQUEST_TIMEOUT_MS = 30_000

export function httpServer(config: Config, logger: FastifyBaseLogger): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    trustProxy: config.TRUSTED_PROXIES ?? false,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerBrokenRequest,
    http: httpOptions,
    frameworkErrors: (error, _request, reply) => void sendProblem(reply, appErrorOf(error)),
    routerOptions: { maxParamLength: 200 },
  })
  rejectUnknownUpgrades(app.server)
  return app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
}

type EdgeOptions = {
  readonly config: Config
  readonly version: string
  readonly notFound: Parameters<typeof answerErrors>[1]
  readonly isStopping: () => boolean
  readonly answers: ReadyAnswers
  readonly reportOrigin: OriginReport
  readonly refreshCookie: string
}

/** Call before the routes. @returns the metrics */
export async function httpEdge(
  app: FastifyInstance,
  { config, version, notFound, isStopping, answers, reportOrigin, refreshCookie }: EdgeOptions,
): Promise<Registry> {
  securityHeaders(app, config.PUBLIC_URL)
  refuseForeignOrigins(app, config.PUBLIC_URL, reportOrigin)
  judgeBodies(app)
  boundBodies(app)
  readJsonBodies(app)
  logRequests(app)
  answerErrors(app, notFound)
  const metrics = serveMetrics(app, config.METRICS_TOKEN)
  compressResponses(app)
  await app.register(cookie)
  await describeApi(app, { version, publicUrl: config.PUBLIC_URL, refreshCookie })
  serveReadyAnswers(app.server, { answers, isOpen: () => !isStopping(), onAnswered: metrics.countReady })
  const trust = proxyAddr.compile([...(config.TRUSTED_PROXIES ?? [])])
  guardConnections(app.server, { isProxy: (address) => trust(address, 0) })
  return metrics.registry
}

function judgeBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers['content-encoding'] === undefined || headers['content-encoding'].toLowerCase() === 'identity') return
    reply.header('accept-encoding', 'identity')
    throw new AppError('unsupported_media_type', { detail: 'Send the body without a content coding.' })
  })
  // After the guards, so that rejected requests never send their body.
  app.addHook('preParsing', async (request, reply) => {
    const { expect, 'content-length': length } = request.headers
    if (expect !== undefined && !(Number(length) > request.routeOptions.bodyLimit)) reply.raw.writeContinue()
  })
}

/** The only supported upgrade. While an earlier request on the connection is pending, upgrading would cut off its response. */
const isOurs = (request: IncomingMessage): boolean => isHandshake(request) && messageFault(request) === undefined && !isBusy(request.socket)

/** Node's default would double the maximum wait. */
const CHECK_TIMEOUTS_MS = 1_000

/** Unknown upgrades (h2c) are served as HTTP/1.1 (RFC 9110 section 7.8). Node before 24.9: see `rejectUnknownUpgrades`. */
export const httpOptions = { shouldUpgradeCallback: isOurs, requireHostHeader: false, connectionsCheckingInterval: CHECK_TIMEOUTS_MS }

/** Responds to unsupported upgrades and tunnels, which would otherwise just be closed. */
export function rejectUnknownUpgrades(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (!isOurs(request)) refuse(socket, 'This server does not speak the protocol that the request offers.')
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, 'This server is no proxy.'))
}

/** Node no longer manages the connection: earlier requests not answered within this never will be. */
const ANSWERS_WITHIN_MS = 10_000

function refuse(socket: Duplex, detail: string): void {
  socket.on('error', () => socket.destroy())
  writeProblemAfterAnswers(socket, { status: 400, reason: 'Bad Request', detail })
  setTimeout(() => socket.destroy(), ANSWERS_WITHIN_MS).unref()
}

/** Process metrics and `GET /metrics`: for loopback callers, or with METRICS_TOKEN. */
function serveMetrics(app: FastifyInstance, token: string | undefined) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of ['resources', 'handles', 'requests']) registry.removeSingleMetric(`nodejs_active_${name}_total`)
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer HTTP requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: `${Math.floor(reply.statusCode / 100)}xx` }
    requests.observe(labels, reply.elapsedTime / 1_000)
    done()
  })
  /** By status and route. A labelled counter costs as much as finding the answer, so its figures are set when it is read. */
  const ready = new Map<string, number>()
  new Counter({
    name: 'http_ready_answers_total',
    help: 'Answers sent from memory; they are not in http_request_duration_seconds',
    labelNames: ['route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [key, count] of ready) this.inc({ status: `${key[0]}xx`, route: key.slice(4) }, count)
    },
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
    countReady: (route: string, status: 200 | 304): void => {
      const key = `${status} ${route}`
      ready.set(key, (ready.get(key) ?? 0) + 1)
    },
  }
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route streams its body and limits what it buffers. */
    isStreamed?: true
  }
}

const MB = 1_024 * 1_024
/** Memory limits for request bodies: per user or guest address, and in total. */
const LIMITS = { sender: 8 * MB, all: 64 * MB }

/** Reserves Content-Length, or the route's limit, until the response: an unfinished body stays in memory. */
export function boundBodies(app: FastifyInstance, limits = LIMITS): void {
  const held = new Map<string, number>()
  let all = 0
  app.addHook('preParsing', async (request, reply) => {
    const bytes = announcedBytes(request)
    if (bytes === 0) return
    const sender = request.callerOrNull?.user.user_id ?? addressGroup(request.ip)
    const mine = held.get(sender) ?? 0
    if (mine + bytes > limits.sender)
      throw new AppError('rate_limited', { detail: 'Too many requests with large bodies at once.', retryAfterSeconds: 10 })
    if (all + bytes > limits.all)
      throw new AppError('unavailable', { detail: 'The server is reading many large requests.', retryAfterSeconds: 5 })
    held.set(sender, mine + bytes)
    all += bytes
    reply.raw.once('close', () => {
      all -= bytes
      const left = (held.get(sender) ?? 0) - bytes
      if (left > 0) held.set(sender, left)
      else held.delete(sender)
    })
  })
}

function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  if (routeOptions.config.isStreamed === true) return 0
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : routeOptions.bodyLimit
  // Bodies over the route's limit are rejected before reading.
  return Number(length) > routeOptions.bodyLimit ? 0 : Number(length)
}

/** Real bodies nest at most 20 levels. Recursive consumers (schemas, JSON.stringify, the chain's node) handle far more. */
const MOST_DEPTH = 64
/** An import of 1,000 alerts with every field set has 22,000. */
const MOST_VALUES = 32_768

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENERS: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSERS: ReadonlySet<number> = new Set([0x5d, 0x7d])
/** `u0000`, as it follows a backslash. */
const NUL_ESCAPE = [0x75, 0x30, 0x30, 0x30, 0x30]

/** Checks depth, number of values and U+0000 (unsupported by PostgreSQL): parsing 340,000 empty objects first takes 100 ms. */
export function shapeFault(bytes: Uint8Array): string | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) {
      at = endOfText(bytes, at + 1)
      if (at === HAS_NUL) return UNSTORABLE_TEXT
    } else if (CLOSERS.has(byte)) depth -= 1
    else if (byte === COMMA) values += 1
    else if (OPENERS.has(byte)) {
      values += 1
      depth += 1
    }
    if (values > MOST_VALUES) return `The request body has more than ${MOST_VALUES.toLocaleString('en-US')} values.`
    if (depth > MOST_DEPTH) return `The request body is nested more than ${MOST_DEPTH} levels deep.`
  }
  return undefined
}

const HAS_NUL = -1

function endOfText(bytes: Uint8Array, from: number): number {
  let at = from
  for (; at < bytes.length && bytes[at] !== QUOTE; at += 1) {
    if (bytes[at] !== BACKSLASH) continue
    if (NUL_ESCAPE.every((each, place) => bytes[at + 1 + place] === each)) return HAS_NUL
    at += 1
  }
  return at
}

/** Parses JSON bodies after the shape check; rejects U+0000 anywhere in URLs. */
function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const fault = shapeFault(body)
    if (fault === undefined) void parse(request, body.toString(), done)
    else done(new AppError('bad_input', { detail: fault }))
  })
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00')) throw new AppError('bad_input', { detail: UNSTORABLE_TEXT })
  })
}
