import { systemClock } from '@aerie/core/time'
import { administrationService } from '../src/areas/account/administration-service.ts'
import { argon2Passwords } from '../src/areas/account/password/passwords.ts'
import type { Database } from '../src/platform/db/client.ts'
import { mailQueue } from '../src/platform/mail/mail-service.ts'

export const testAdministration = (db: Database) =>
  administrationService({
    db,
    clock: systemClock,
    passwords: argon2Passwords(),
    queueMail: mailQueue(systemClock),
    operator: { systemUser: 'test', byName: null, command: 'test' },
  })
