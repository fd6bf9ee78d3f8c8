import { epochMs } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerModule } from '../../lifecycle.ts'
import { addressGroup } from '../../plugins/address-group.ts'
import { AppError } from '../../plugins/app-error.ts'
import { JSON_TYPE, type Representation, represent, sendRepresentation } from '../../plugins/representations.ts'
import { PAGE_POLICY } from '../../plugins/security-headers.ts'
import { type ApiDocument, DOCS_STYLE, docsPage } from './docs-page.ts'

/** Requests of one address: a person who reads, and a program that generates a client. */
const RATE = { burst: 30, perSecond: 1 }
/** 28 ms in a thread of libuv's pool for half a megabyte. */
const QUALITY = 9

/**
 * The OpenAPI document for programs (`/openapi.json`) and to read (`/docs`). Made once: it takes the main thread for 0.2 s, so no request
 * waits for it where the server was started to the end.
 */
export function docsModule(): ServerModule {
  /** Set once all routes are there. */
  let prepare: (() => Promise<Docs>) | undefined
  const routes: FastifyPluginAsync = async (app) => {
    let made: Promise<Docs> | undefined
    const make = (): Promise<Docs> => {
      made ??= makeDocs(app)
      return made
    }
    app.addHook('onReady', async () => {
      prepare = make
    })
    const buckets = keyedTokenBuckets({ clock: { now: () => epochMs(performance.now()) }, ...RATE })
    const serve = (name: keyof Docs) => async (request: FastifyRequest, reply: FastifyReply) => {
      if (!buckets.take(addressGroup(request.ip), 1))
        throw new AppError('rate_limited', {
          detail: 'Too many requests for the API document. Try again in a moment.',
          retryAfterSeconds: 1,
        })
      const docs = await make()
      if (name === 'page') reply.header('content-security-policy', PAGE_POLICY)
      return sendRepresentation(request, reply.header('cache-control', 'no-cache'), docs[name])
    }
    const hidden = { schema: { hide: true } }
    app.get('/openapi.json', hidden, serve('document'))
    for (const path of ['/docs', '/docs/']) app.get(path, hidden, serve('page'))
    app.get('/docs/style.css', hidden, serve('style'))
  }
  return { name: 'docs', routes, start: async () => void (await prepare?.()) }
}

type Docs = Readonly<Record<'document' | 'page' | 'style', Representation>>

async function makeDocs(app: FastifyInstance): Promise<Docs> {
  const api = app.swagger()
  const [document, page, style] = await Promise.all([
    represent(JSON_TYPE, JSON.stringify(api), QUALITY),
    // The page reads a few fields of the document, and each may be absent.
    represent('text/html; charset=utf-8', docsPage(api as ApiDocument), QUALITY),
    represent('text/css; charset=utf-8', DOCS_STYLE, QUALITY),
  ])
  return { document, page, style }
}
