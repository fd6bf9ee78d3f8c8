import type { IncomingHttpHeaders } from 'node:http'
import { MINUTE_MS } from '@aerie/core/time'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browser extensions may call it too: a wallet's node, which serves no user in particular. */
    readonly allowsExtensions?: boolean
  }
}

const EXTENSION = /^(chrome|moz|safari-web)-extension:\/\//
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that change something when a browser says that a page of another origin made them. Programs that
 * are no browser send neither header. This, with SameSite cookies and no CORS answer at all, closes cross-site requests.
 */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string | undefined, report: OriginReport): void {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host
  app.addHook('onRequest', (request, _reply, done) => {
    if (READING.has(request.method) || isSameOrigin(request, publicHost) || isWelcomeExtension(request)) return done()
    report(request.headers)
    done(new AppError('forbidden', { detail: 'This request comes from another site.' }))
  })
}

/** Called with the headers of a request that was refused because of its origin. */
export type OriginReport = (headers: IncomingHttpHeaders) => void

/** Bounds what strangers can write to the log. */
const REPORT_PERIOD_MS = 10 * MINUTE_MS
const REPORTS_A_PERIOD = 10
const MOST_CHARACTERS = 200

/**
 * Logs which origin, host and setting disagree, each pair once in a period: with a wrong PUBLIC_URL, or a proxy that changes the Host header,
 * the server refuses its own pages.
 */
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

/** No page can claim such an origin: browsers set the header. */
const isWelcomeExtension = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.config.allowsExtensions === true && EXTENSION.test(headers.origin ?? '')

/**
 * Hosts are compared, not schemes: behind a proxy that ends TLS the server itself sees http.
 *
 * @param publicHost host and port of PUBLIC_URL, where it is set
 */
export function isSameOrigin({ headers }: Pick<FastifyRequest, 'headers'>, publicHost: string | undefined): boolean {
  const { origin, host } = headers
  if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
  if (!URL.canParse(origin)) return false
  const from = new URL(origin).host
  return from === host || from === publicHost
}
