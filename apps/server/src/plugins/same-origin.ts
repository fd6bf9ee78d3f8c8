import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { PROBLEM_WORDS } from './problem-words.ts'

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
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string | undefined): void {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host
  app.addHook('onRequest', (request, _reply, done) => {
    if (READING.has(request.method) || isSameOrigin(request, publicHost) || isWelcomeExtension(request)) done()
    else done(new AppError('forbidden', { detail: PROBLEM_WORDS.otherOrigin }))
  })
}

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
