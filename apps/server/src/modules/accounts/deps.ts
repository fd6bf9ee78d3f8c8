import type { Clock } from '@aerie/core/time'
import type { Database } from '../../db/client.ts'
import type { Limits } from './entitlement/limits.ts'
import type { QueueMail } from './mails/account-mails.ts'
import type { Passwords } from './password/passwords.ts'
import type { AccountKeys } from './secrets.ts'
import type { SessionService } from './sessions/session-service.ts'

/** What the account services are built over. */
export type AccountDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly queueMail: QueueMail
  readonly keys: AccountKeys
  readonly passwords: Passwords
  readonly limits: Limits
  readonly sessions: SessionService
}
