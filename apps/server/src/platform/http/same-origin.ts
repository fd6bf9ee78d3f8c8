import type { IncomingHttpHeaders } from 'node:http'
import { MINUTE_MS } from '@aerie/core/time'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Also callable from browser extensions: a wallet's node, which serves no particular user. */
    readonly allowsExtensions?: boolean
  }
}

const EXTENSION = /^(chrome|moz|safari-web)-extension:\/\//
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** CSRF protection besides SameSite cookies and the absence of CORS. Non-browser clients send neither header. */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string | undefined, report: OriginReport): void {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host
  app.addHook('onRequest', (request, _reply, done) => {
    if (READING.has(request.method) || isSameOrigin(request, publicHost) || isWelcomeExtension(request)) return done()
    report(request.headers)
    done(new AppError('forbidden', { detail: 'This request comes from another site.' }))
  })
}

export type OriginReport = (headers: IncomingHttpHeaders) => void

/** Limits log writes caused by strangers. */
const REPORT_PERIOD_MS = 10 * MINUTE_MS
const REPORTS_A_PERIOD = 10
const MOST_CHARACTERS = 200

/** Once per period: with a wrong PUBLIC_URL, or a proxy that changes Host, the server rejects its own pages. */
export function originReport(
  logger: Pick<FastifyBaseLogger, 'warn'>,
  publicUrl: string | undefined,
  now = () => performance.now(),
): OriginReport {
  const reported = new Set<string>()
  let since = Number.NEGATIVE_INFINITY
  return ({ origin, host, 'sec-fetch-site': site }) => {
    if (now() - since > REPORT_PERIOD_MS) {
      reported.clear()
      since = now()
    }
    const pair = JSON.stringify([origin, host])
    if (reported.has(pair) || reported.size >= REPORTS_A_PERIOD) return
    reported.add(pair)
    logger.warn(
      { origin: shown(origin), host: shown(host), site: shown(site), publicUrl: publicUrl ?? null },
      'refused a request of another origin (403); if it came from a page of this server, set PUBLIC_URL to its address in the browser, or let the proxy pass the Host header on',
    )
  }
}

const shown = (value: string | string[] | undefined): string | null => value?.toString().slice(0, MOST_CHARACTERS) ?? null

/** Pages cannot forge an extension's origin: browsers set the header. */
const isWelcomeExtension = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.config.allowsExtensions === true && EXTENSION.test(headers.origin ?? '')

/** Compares hosts, not schemes: behind a TLS proxy the server sees http. */
export function isSameOrigin({ headers }: Pick<FastifyRequest, 'headers'>, publicHost: string | undefined): boolean {
  const { origin, host } = headers
  if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
  if (!URL.canParse(origin)) return false
  const from = new URL(origin).host
  return from === host || from === publicHost
}
