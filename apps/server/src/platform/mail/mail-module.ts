import type { Clock } from '@aerie/core/time'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { type Config, isLoopbackHost } from '../../config.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../http/app-error.ts'
import { isLocalCaller } from '../http/caller.ts'
import { PAGE_POLICY } from '../http/security-headers.ts'
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
      reply.header('cache-control', 'no-store').header('vary', 'accept')
      const mails = outbox.newestFirst()
      if (request.headers.accept?.includes('text/html') !== true) return reply.send(mails)
      return reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(mailPage(mails))
    })
  }

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

/** For people: browsers ask for HTML, programs get JSON. Uses the style sheet of the API document. */
const mailPage = (mails: readonly OutboxMail[]): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<title>Local mail · Aerie</title><link rel="stylesheet" href="/docs/style.css"></head><body><main><h1>Local mail</h1>',
    '<p>No mail server is set (SMTP_URL), so mail stays on this machine. Newest first. Reload this page for later mail.</p>',
    ...(mails.length === 0 ? ['<p>No mail yet.</p>'] : mails.map(mailHtml)),
    '</main></body></html>',
  ].join('')

function mailHtml({ to, subject, text, sentAt }: OutboxMail): string {
  const paragraphs = text.split(/\n{2,}/).map((part) => {
    const html = escapeHtml(part).replaceAll('\n', '<br>')
    return /^\d{6}$/.test(part) ? `<p><strong>${html}</strong></p>` : `<p>${html}</p>`
  })
  return `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, <time>${sentAt}</time></p>${paragraphs.join('')}</article>`
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
