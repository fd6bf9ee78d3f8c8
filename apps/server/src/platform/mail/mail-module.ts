import type { Clock } from '@aerie/core/time'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { type Config, isLoopbackHost } from '../../config.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../http/app-error.ts'
import { isLocalCaller } from '../http/caller.ts'
import { mailService } from './mail-service.ts'
import { type MailTransport, type OutgoingMail, smtpTransport } from './transport.ts'

type Deps = { readonly config: Config; readonly db: Database; readonly clock: Clock; readonly logger: FastifyBaseLogger }

export function mailModule({ config, db, clock, logger }: Deps) {
  const outbox = config.SMTP_URL === undefined ? memoryOutbox(clock, logger) : undefined
  const transport = outbox ?? smtpTransport(config.SMTP_URL ?? '', config.MAIL_FROM)
  const service = mailService({ db, clock, transport, logger })
  return {
    name: 'mail',
    service,
    routes: outboxRoutes({ outbox, host: config.HOST, publicUrl: config.PUBLIC_URL }),
    start: service.start,
    stop: service.stop,
  }
}

type Options = {
  readonly outbox: Outbox | undefined
  readonly host: string
  readonly publicUrl: string | undefined
}

/** Contains one-time codes: served only on a loopback server to direct requests with a local host name; otherwise 404. */
const outboxRoutes =
  ({ outbox, host, publicUrl }: Options): FastifyPluginAsync =>
  async (app) => {
    app.get('/dev/outbox', { schema: { hide: true } }, async (request, reply) => {
      const isOpen = isLoopbackHost(host) && publicUrl === undefined && isLocalCaller(request)
      if (!outbox || !isOpen) throw new AppError('not_found')
      return reply.header('cache-control', 'no-store').send(outbox.newestFirst())
    })
  }

type OutboxMail = OutgoingMail & { readonly sentAt: string }

/** In-memory outbox and log, used without SMTP_URL. Contains codes: never expose it. */
type Outbox = MailTransport & { readonly newestFirst: () => OutboxMail[] }

const KEPT = 1_000

export function memoryOutbox(clock: Clock, logger: FastifyBaseLogger): Outbox {
  const mails: OutboxMail[] = []
  return {
    deliver: async (mail) => {
      mails.unshift({ to: mail.to, subject: mail.subject, text: mail.text, sentAt: new Date(clock.now()).toISOString() })
      mails.length = Math.min(mails.length, KEPT)
      logger.info({ outbox: { to: mail.to, subject: mail.subject, text: mail.text } }, 'mail (no SMTP_URL is set)')
    },
    close: () => undefined,
    newestFirst: () => [...mails],
  }
}
