import type { Clock } from '@aerie/core/time'
import type { Database, Db } from '../../platform/db/client.ts'
import type { AppError } from '../../platform/http/app-error.ts'
import type { Limits } from './entitlement/limits.ts'
import type { QueueMail } from './mails/account-mails.ts'
import type { Passwords } from './password/passwords.ts'
import type { AccountKeys } from './secrets.ts'
import type { SessionService } from './sessions/session-service.ts'

export type DeletionHold = {
  /** Remote check; runs before anything is locked. */
  readonly ask: (userId: string) => Promise<AppError | undefined>
  /** Local check. @param tx holds a lock on the user's row */
  readonly known: (tx: Db, userId: string) => Promise<AppError | undefined>
}

export type AccountDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly queueMail: QueueMail
  readonly keys: AccountKeys
  readonly passwords: Passwords
  readonly limits: Limits
  readonly sessions: SessionService
  readonly holds: DeletionHold[]
}
