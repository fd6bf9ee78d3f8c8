import type { Clock } from '@aerie/core/time'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/http/app-error.ts'
import { pathOf, sendProblem } from '../../platform/http/error-answers.ts'
import { type Representation, sendRepresentation } from '../../platform/http/representations.ts'
import { type PageHeaders, SIGNER_POLICY } from '../../platform/http/security-headers.ts'
import type { ServerModule } from '../../platform/lifecycle.ts'
import { type BootData, type FillHome, homePages } from './home-page.ts'
import { webFiles } from './web-files.ts'

type Options = {
  readonly root: string
  readonly bootData: BootData
  readonly fillHome: FillHome
  readonly clock: Clock
  readonly pageHeaders: PageHeaders
  /** Whether Safe's page may read the app's manifest and icon. */
  readonly isSafeApp: boolean
}

export type WebApp = ServerModule & {
  readonly notFound: (request: FastifyRequest, reply: FastifyReply) => unknown
}

const SAFE_FILES: ReadonlySet<string> = new Set(['/manifest.json', '/icon.svg'])
const TEMPLATES: ReadonlySet<string> = new Set(['/index.html', '/app.html', '/fill-home.mjs', '/home-parts.json'])
/** A worker is subject to the CSP of its own script response. */
const SIGNER_WORKER = /^\/assets\/signer-worker-[\w-]+\.js$/
const POPOUT = '/popout.html'
const NO_FILES: ReadonlySet<string> = new Set()
const READABLE_BY_ALL = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } as const
const IMMUTABLE = 'public, max-age=31536000, immutable'

export function webApp({ root, bootData, fillHome, clock, pageHeaders, isSafeApp }: Options): WebApp {
  const files = webFiles(root)
  const home = files.find('/index.html')
  // The build emits a page without Home's markup for all other routes.
  const page = files.find('/app.html') ?? home
  const homePage = home && homePages({ template: home, fill: fillHome, bootData, clock })

  const openedFiles = isSafeApp ? SAFE_FILES : NO_FILES

  const sendPage = (request: FastifyRequest, reply: FastifyReply, file: Representation) => {
    reply.header('content-security-policy', pageHeaders['content-security-policy']).header('cache-control', 'no-cache')
    if (pageHeaders['x-frame-options'] === undefined) reply.removeHeader('x-frame-options')
    return sendRepresentation(request, reply, file)
  }

  const notFound: WebApp['notFound'] = (request, reply) => {
    const path = pathOf(request.url)
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (!page || !isReading || !acceptsHtml(path, request.headers.accept)) return sendProblem(reply, new AppError('not_found'))
    return sendPage(request, reply.code(404), page)
  }

  /** The workspace's pop-out page has the same policy as the app. */
  const pageAt = (path: string) => (isAppRoute(path) ? page : path === POPOUT ? files.find(POPOUT) : undefined)

  const anyPath = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url)
    const shown = pageAt(path)
    if (shown) return sendPage(request, reply, shown)
    const file = TEMPLATES.has(path) ? undefined : files.find(path)
    if (!file) return notFound(request, reply)
    reply.header('cache-control', file.isImmutable ? IMMUTABLE : 'no-cache').headers(openedFiles.has(path) ? READABLE_BY_ALL : {})
    if (SIGNER_WORKER.test(path)) reply.header('content-security-policy', SIGNER_POLICY)
    return sendRepresentation(request, reply, file)
  }

  const routes: FastifyPluginAsync = async (app) => {
    const hidden = { config: { isHot: true }, schema: { hide: true } }
    app.get<{ Querystring: Record<string, unknown> }>('/', hidden, async (request, reply) => {
      if (!homePage) throw new AppError('unavailable', { detail: 'The web app has not been built: run npm start.' })
      return sendPage(request, reply, await homePage(request.query))
    })
    app.get('/*', hidden, anyPath)
  }
  return { name: 'web', routes, notFound }
}

const APP_ROUTES = [
  /^\/present$/,
  /^\/currencies(\/[A-Za-z0-9]{1,12})?$/,
  /^\/ipc(\/[A-Za-z0-9]{1,12})?$/,
  /^\/claw(\/(pretrade|trade|posttrade|learn|social|copy))?$/,
  /^\/claw\/social\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^\/mirror$/,
  /^\/learn$/,
  /^\/tradealerts$/,
  /^\/traderewards(\/(stake|withdraw|rewards))?$/,
  /^\/account(\/(details|tradepersona|subscriptions|account|apex|wallets))?$/,
  /^\/auth(\/(signup|login|verify|forgot-password))?$/,
]

/** Screens are sent with 200; other paths get the same page with 404. */
const isAppRoute = (path: string): boolean => APP_ROUTES.some((route) => route.test(path.length > 1 ? path.replace(/\/$/, '') : path))

/** Only browser navigations get HTML; scripts, images and programs do not. */
const acceptsHtml = (path: string, accept: string | undefined): boolean =>
  !/^\/(api|socket\.io|dev|assets|coins)(\/|$)/.test(path) && !/\.[A-Za-z0-9]{1,11}$/.test(path) && (accept ?? '').includes('text/html')
