import type { Clock } from '@aerie/core/time'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/client.ts'
import { mailService } from './mail-service.ts'
import { memoryOutbox } from './outbox.ts'
import { outboxRoutes } from './outbox-routes.ts'
import { smtpTransport } from './transport.ts'

type Deps = { readonly config: Config; readonly db: Database; readonly clock: Clock; readonly logger: FastifyBaseLogger }

/** Mail as the settings say: by SMTP, or into the outbox. */
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
