import type { Clock } from '@aerie/core/time'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerModule } from '../../lifecycle.ts'
import { AppError } from '../../plugins/app-error.ts'
import { pathOf, sendProblem } from '../../plugins/error-answers.ts'
import { type Representation, sendRepresentation } from '../../plugins/representations.ts'
import { type PageHeaders, SIGNER_POLICY } from '../../plugins/security-headers.ts'
import type { FillHome } from './fill-home.ts'
import { type BootData, homePages } from './home-page.ts'
import { webFiles } from './web-files.ts'

type Options = {
  readonly root: string
  readonly bootData: BootData
  readonly fillHome: FillHome
  readonly clock: Clock
  readonly pageHeaders: PageHeaders
  /** Whether Safe's page may read what it shows of an app: its manifest and its icon. */
  readonly isSafeApp: boolean
}

export type WebApp = ServerModule & {
  /** What is neither a route nor a file: a page that says so for people, a problem for programs. */
  readonly notFound: (request: FastifyRequest, reply: FastifyReply) => unknown
}

const SAFE_FILES: ReadonlySet<string> = new Set(['/manifest.json', '/icon.svg'])
/** What pages are made of: none is one itself. */
const TEMPLATES: ReadonlySet<string> = new Set(['/index.html', '/app.html', '/fill-home.mjs', '/home-parts.json'])
/** The worker that signs live orders: a worker is held to the policy that its own script comes with. */
const SIGNER_WORKER = /^\/assets\/signer-worker-[\w-]+\.js$/
const POPOUT = '/popout.html'
const NO_FILES: ReadonlySet<string> = new Set()
/** For files that are the same for everybody and say nothing of anybody. */
const READABLE_BY_ALL = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } as const
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** The built web app from `root`: its files, its page at every screen's address, and Home with data inside. */
export function webApp({ root, bootData, fillHome, clock, pageHeaders, isSafeApp }: Options): WebApp {
  const files = webFiles(root)
  const home = files.find('/index.html')
  // The build makes a page without Home's markup for all other addresses.
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

  /** The page at `path`; the one that the workspace draws another window into is as free as the app itself, and no freer. */
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

/** Addresses of the app's routes (and of old links to them): each is the app's page; the app does the rest. */
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

/** Whether a path is a screen, so that its page comes with 200; every other one gets the same page with 404. */
const isAppRoute = (path: string): boolean => APP_ROUTES.some((route) => route.test(path.length > 1 ? path.replace(/\/$/, '') : path))

/** A person's browser asks for a page; a script, an image tag or a program asks for something else. */
const acceptsHtml = (path: string, accept: string | undefined): boolean =>
  !/^\/(api|socket\.io|dev|assets|coins)(\/|$)/.test(path) && !/\.[A-Za-z0-9]{1,11}$/.test(path) && (accept ?? '').includes('text/html')
