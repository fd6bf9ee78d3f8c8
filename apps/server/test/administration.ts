import { systemClock } from '@aerie/core/time'
import type { Database } from '../src/db/client.ts'
import { administrationService } from '../src/modules/accounts/administration-service.ts'
import { argon2Passwords } from '../src/modules/accounts/password/passwords.ts'
import { mailQueue } from '../src/modules/mail/mail-service.ts'

export const testAdministration = (db: Database) =>
  administrationService({
    db,
    clock: systemClock,
    passwords: argon2Passwords(),
    queueMail: mailQueue(systemClock),
    operator: { systemUser: 'test', byName: null, command: 'test' },
  })
