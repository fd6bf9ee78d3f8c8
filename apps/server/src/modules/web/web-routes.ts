import type { Clock } from '@aerie/core/time'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../plugins/app-error.ts'
import { pathOf, sendProblem } from '../../plugins/error-answers.ts'
import { isAppRoute, wantsPage } from './app-routes.ts'
import { type BootData, homePages } from './home-page.ts'
import { sendFile } from './negotiate.ts'
import { type WebFile, webFiles } from './web-files.ts'

type Options = {
  readonly root: string
  readonly bootData: BootData
  readonly clock: Clock
  /** The content security policy of every page. */
  readonly policy: string
}

export type WebApp = {
  readonly routes: FastifyPluginAsync
  /** What is neither a route nor a file: a page that says so for people, a problem for programs. */
  readonly notFound: (request: FastifyRequest, reply: FastifyReply) => unknown
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** The built web app from `root`: its files, its page at every screen's address, and Home with data inside. */
export function webApp({ root, bootData, clock, policy }: Options): WebApp {
  const files = webFiles(root)
  const home = files.find('/index.html')
  // The build makes a page without Home's markup for all other addresses.
  const page = files.find('/app.html') ?? home
  const homePage = home && homePages({ template: home, bootData, clock })

  const sendPage = (request: FastifyRequest, reply: FastifyReply, file: Pick<WebFile, 'type' | 'etag' | 'bodies'>) =>
    sendFile(request, reply.header('content-security-policy', policy).header('cache-control', 'no-cache'), file)

  const notFound: WebApp['notFound'] = (request, reply) => {
    const path = pathOf(request.url)
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (!page || !isReading || !wantsPage(path, request.headers.accept)) return sendProblem(reply, new AppError('not_found'))
    return sendPage(request, reply.code(404), page)
  }

  const anyPath = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url)
    if (page && isAppRoute(path)) return sendPage(request, reply, page)
    const file = path === '/index.html' || path === '/app.html' ? undefined : files.find(path)
    if (!file) return notFound(request, reply)
    reply.header('cache-control', file.isImmutable ? IMMUTABLE : 'no-cache')
    return sendFile(request, reply, file)
  }

  const routes: FastifyPluginAsync = async (app) => {
    const hidden = { config: { isHot: true }, schema: { hide: true } }
    app.get<{ Querystring: Record<string, unknown> }>('/', hidden, async (request, reply) => {
      if (!homePage) throw new AppError('unavailable', { detail: 'The web app has not been built: run npm start.' })
      return sendPage(request, reply, await homePage(request.query))
    })
    app.get('/*', hidden, anyPath)
  }
  return { routes, notFound }
}
