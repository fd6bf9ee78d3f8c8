import type { FastifyPluginAsync } from 'fastify'
import { isLoopbackHost } from '../../config.ts'
import { AppError } from '../../plugins/app-error.ts'
import { isLocalCaller } from '../../plugins/caller.ts'
import type { Outbox } from './outbox.ts'

type Options = {
  /** Undefined where mail goes out by SMTP. */
  readonly outbox: Outbox | undefined
  readonly host: string
  readonly publicUrl: string | undefined
}

/**
 * `GET /dev/outbox`: the mails of a server without SMTP_URL, newest first. It holds one-time codes, so it answers only
 * on a server that listens to this machine alone, for a direct request that names this machine (a page elsewhere whose
 * name was rebound to 127.0.0.1 does not); otherwise it is not there.
 */
export const outboxRoutes =
  ({ outbox, host, publicUrl }: Options): FastifyPluginAsync =>
  async (app) => {
    app.get('/dev/outbox', { schema: { hide: true } }, async (request, reply) => {
      const isOpen = isLoopbackHost(host) && publicUrl === undefined && isLocalCaller(request)
      if (!outbox || !isOpen) throw new AppError('not_found')
      return reply.header('cache-control', 'no-store').send(outbox.newestFirst())
    })
  }
