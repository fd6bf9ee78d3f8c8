import type { Clock } from '@aerie/core/time'
import type { FastifyBaseLogger } from 'fastify'
import type { MailTransport, OutgoingMail } from './transport.ts'

/** A mail as `GET /dev/outbox` lists it. */
export type OutboxMail = OutgoingMail & { readonly sentAt: string }

/** Where mail goes without SMTP_URL: into the log, and into a list in memory. It holds codes: nobody else may read it. */
export type Outbox = MailTransport & { readonly newestFirst: () => OutboxMail[] }

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
