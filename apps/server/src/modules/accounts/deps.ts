import type { Clock } from '@aerie/core/time'
import type { Database, Db } from '../../db/client.ts'
import type { AppError } from '../../plugins/app-error.ts'
import type { Limits } from './entitlement/limits.ts'
import type { QueueMail } from './mails/account-mails.ts'
import type { Passwords } from './password/passwords.ts'
import type { AccountKeys } from './secrets.ts'
import type { SessionService } from './sessions/session-service.ts'

/** Why an account cannot be deleted now, if anything. */
export type DeletionHold = {
  /** What must be asked elsewhere, before anything is locked. */
  readonly ask: (userId: string) => Promise<AppError | undefined>
  /** What is known here. @param tx over a lock of the user's row */
  readonly known: (tx: Db, userId: string) => Promise<AppError | undefined>
}

/** What the account services are built over. */
export type AccountDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly queueMail: QueueMail
  readonly keys: AccountKeys
  readonly passwords: Passwords
  readonly limits: Limits
  readonly sessions: SessionService
  /** What other areas have open may hold a deletion: they add to it while the server is wired. */
  readonly holds: DeletionHold[]
}
