import { accountDataModule, accountsModule, deletionModule } from '../areas/account/index.ts'
import { pictureFile } from '../areas/journal/index.ts'
import type { tradingModule } from '../areas/trading/index.ts'
import { mailModule } from '../platform/mail/mail-module.ts'
import type { Foundation } from './wire-foundation.ts'

export type Accounts = ReturnType<typeof wireAccounts>

export function wireAccounts({ config, db, clock, logger, secretKey, recoveryKey, app }: Omit<Foundation, 'metrics'>) {
  const mail = mailModule({ config, db, clock, logger })
  const users = accountsModule({
    db,
    clock,
    logger,
    queueMail: mail.service.queue,
    secretKey,
    ...(recoveryKey && { recoveryKey }),
    publicUrl: config.PUBLIC_URL,
    isSafeApp: config.SAFE_APP === 'on',
  })
  const { requireUser, verifySocketToken } = users.authentication(app)
  const { requireReauthenticated } = users
  const accountData = accountDataModule({
    db,
    clock,
    logger,
    limits: users.limits,
    notifyUser: users.notifyUser,
    dataDir: config.DATA_DIR,
    files: [pictureFile],
    requireReauthenticated,
  })
  const admission = {
    onRevoked: users.sessions.onRevoked,
    verifyToken: async (token: string) => {
      const caller = await verifySocketToken(token)
      return caller && { user_id: caller.user.user_id, sid: caller.sessionId }
    },
  }
  return { mail, users, accountData, requireUser, requireReauthenticated, admission }
}

type DeletionDeps = Pick<Foundation, 'db' | 'clock' | 'logger'> &
  Pick<Accounts, 'users' | 'mail'> & {
    readonly trading: Pick<ReturnType<typeof tradingModule>, 'closeAllOf'>
    readonly forget: (userId: string) => void
  }

/** Call after trading is wired, which closes open positions. */
export const wireDeletions = ({ db, clock, logger, users, mail, trading, forget }: DeletionDeps) =>
  deletionModule({
    db,
    clock,
    logger,
    queueMail: mail.service.queue,
    announce: users.sessions.announce,
    closeTrading: trading.closeAllOf,
    forget,
  })
