import type { Clock } from '@aerie/core/time'
import type { Database } from '../../db/client.ts'
import type { QueueMail } from './account-mails.ts'
import type { Limits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { AccountKeys } from './secrets.ts'
import type { SessionService } from './session-service.ts'

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
