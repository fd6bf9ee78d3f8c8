import { type Clock, DAY_MS, MINUTE_MS } from '@aerie/core/time'
import { ticker } from '@aerie/runtime/ticker'
import { lte } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { areaPlugin } from '../../platform/area.ts'
import type { Database } from '../../platform/db/client.ts'
import { oneTimeCodes } from '../../platform/db/schema/accounts.ts'
import type { Duties } from '../../platform/duties/duty.ts'
import { serveMessages } from '../../platform/sockets/messages-namespace.ts'
import { accountSecurity } from './account-security.ts'
import { administrationService } from './administration-service.ts'
import { authentication, tokenChecks } from './authentication.ts'
import { accountDataModule, deletionModule } from './data/account-data-module.ts'
import type { DeletionSteps } from './data/deletion-worker.ts'
import type { ExportFile } from './data/export-zip.ts'
import type { AccountDeps, DeletionHold } from './deps.ts'
import { linkedWallets, walletWatch } from './details/linked-wallets.ts'
import { ownRoutes } from './details/own-routes.ts'
import { userRepository } from './details/user-repository.ts'
import { accountLimits, type Limits } from './entitlement/limits.ts'
import type { QueueMail } from './mails/account-mails.ts'
import { userNotifier } from './mails/security-mails.ts'
import type { Operator } from './operator-log.ts'
import { loadPasswordLists } from './password/password-rules.ts'
import { argon2Passwords, type Passwords } from './password/passwords.ts'
import { passkeyRepository } from './second-factor/passkey-repository.ts'
import { accountKeys } from './secrets.ts'
import { accountCookies } from './sessions/account-cookies.ts'
import { accountSessions } from './sessions/account-sessions.ts'
import { accountStatusWatch } from './sessions/account-status-watch.ts'
import { type EndedSession, endedSessions } from './sessions/ended-sessions.ts'
import { sessionRepository } from './sessions/session-repository.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { authRoutes } from './sign-in/auth-routes.ts'
import { type AuthServices, authServices } from './sign-in/auth-services.ts'
import { apiTokenService } from './tokens/api-token-service.ts'

export { administrationService, type OperatorSession, type RemovedFactor } from './administration-service.ts'
export type { Authentication } from './authentication.ts'
export { isLeaving } from './deletion/deletion-service.ts'
export type { DeletionHold } from './deps.ts'
export { type LinkedWallet, linkedWallets } from './details/linked-wallets.ts'
export { accountStatusOf, type UserWithWallet, userOf } from './details/user-repository.ts'
export { entitlementStore, type Payment } from './entitlement/entitlement-store.ts'
export { entitlements } from './entitlement/entitlements.ts'
export { LIMITS, type Limits } from './entitlement/limits.ts'
export type { NotifyUser } from './mails/security-mails.ts'
export { type Operator, type OperatorLogRow, operatorLogRepository } from './operator-log.ts'
export { argon2Passwords } from './password/passwords.ts'
export { otpOwner } from './second-factor/second-factor.ts'
export { refreshCookieName } from './sessions/account-cookies.ts'
export type { Caller } from './sessions/session-service.ts'

type Settings = {
  readonly db: Database
  readonly duties: Pick<Duties, 'upkeep'>
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly queueMail: QueueMail
  readonly secretKey: Uint8Array
  readonly recoveryKey?: Uint8Array
  readonly publicUrl: string | undefined
  /** Whether the Safe web app may embed the app in a frame. */
  readonly isSafeApp?: boolean
  readonly passwords?: Passwords
  /** Delays responses whose timing must not reveal whether an address is known. */
  readonly constantTime?: AuthServices['constantTime']
}

export const account = areaPlugin({
  name: 'account',
  needs: {},
  setup({ config, app, io, bus, mail, notices, ...platform }) {
    const { db, clock, logger } = platform
    const users = accountsModule({
      ...platform,
      queueMail: mail.queue,
      publicUrl: config.PUBLIC_URL,
      isSafeApp: config.SAFE_APP === 'on',
    })
    const { sessions, requireReauthenticated } = users
    const { requireUser, verifySocketToken } = users.authentication(app)
    const admission = {
      onRevoked: sessions.onRevoked,
      verifyToken: async (token: string) => {
        const caller = await verifySocketToken(token)
        return caller && { user_id: caller.user.user_id, sid: caller.sessionId }
      },
    }
    const messages = serveMessages({
      io,
      bus,
      ...admission,
      isOutdated: sessions.isOutdated,
      onError: (error) => logger.error({ err: error }, 'a connection of /messages failed'),
    })
    notices.subscribe(messages)
    // At once; a lost message is made up for by the poll of the sessions.
    sessions.onRevoked((id) => bus.publish(SESSIONS, id))
    bus.subscribe(SESSIONS, (id) => sessions.announce([String(id)]))
    sessions.newLogins.onNew((userId, session) => notices.notify(userId, { kind: 'login', session }))
    const files: ExportFile[] = []
    const data = accountDataModule({ ...users, db, clock, logger, dataDir: config.DATA_DIR, files })
    const steps: DeletionSteps[] = []
    const deletion = deletionModule({
      duties: platform.duties,
      db,
      clock,
      logger,
      queueMail: mail.queue,
      announce: sessions.announce,
      steps,
    })
    const changed = async (userId: string): Promise<void> => {
      await users.wallets.changed(userId)
      users.accountStatus.changed(userId)
    }
    return {
      modules: [users, data, { ...deletion, isBackground: true }],
      api: {
        ...users,
        admission,
        requireUser,
        requireReauthenticated,
        messages,
        walletChanged: changed,
        addExportFile: (file: ExportFile): void => void files.push(file),
        addDeletionSteps: (added: DeletionSteps): void => void steps.push(added),
      },
    }
  },
})

const SESSIONS = 'sessions'
const SERVER: Operator = { systemUser: 'aerie', byName: null, command: 'server' }
const SWEEP_MS = 10 * MINUTE_MS

export function accountsModule({
  db,
  duties,
  clock,
  logger,
  queueMail,
  secretKey,
  recoveryKey,
  publicUrl,
  isSafeApp = false,
  ...more
}: Settings) {
  const { passwords = argon2Passwords(), constantTime } = more
  const keys = accountKeys(secretKey, recoveryKey)
  const limits = accountLimits({ db, clock })
  const sessions = accountSessions({ db, clock, queueMail, keys })
  const deps: AccountDeps = { db, clock, queueMail, keys, passwords, limits, sessions, holds: [] }
  const cookies = accountCookies(publicUrl, isSafeApp)
  const ended = endedSessions(db)

  const accountStatus = accountStatusWatch({ db, clock, forgetUser: sessions.forgetUser })
  const wallets = walletWatch()
  const { linkedAmong, hasLinked: isWalletLinked, list } = linkedWallets(db)
  const sweep = accountSweep({ db, clock, limits })
  const onError = (error: unknown): void => logger.error({ err: error }, 'tending sessions failed; trying again')
  const sweeping = ticker(SWEEP_MS, duties.upkeep(sweep))

  const apiTokens = apiTokenService({ db, clock, queueMail, limits })
  const { requireUser } = tokenChecks(sessions, apiTokens)
  const security = accountSecurity({ ...deps, logger, cookies, publicUrl, newLogins: sessions.newLogins }, requireUser)

  return {
    sessions,
    notifyUser: userNotifier(queueMail, clock),
    /** Sessions that ended without their holder, also by another process. */
    onSessionEnded: (listener: (ended: EndedSession) => void): (() => void) =>
      sessions.onRevoked((id) => {
        ended.newsOf(id).then((news) => news && listener(news), onError)
      }),
    holdDeletion: (hold: DeletionHold): void => void deps.holds.push(hold),
    apiTokens,
    limits,
    requireReauthenticated: security.requireReauthenticated,
    accountStatus,
    wallets,
    linkedAmong,
    isWalletLinked,
    walletsOf: async (userId: string) => (await list(userId)).map(({ address }) => address),
    administration: administrationService({ ...deps, announce: sessions.announce, forgetUser: sessions.forgetUser, operator: SERVER }),
    sweep,
    authentication: (app: FastifyInstance) =>
      authentication(app, { sessions, apiTokens, requireReauthenticated: security.requireReauthenticated }),
    name: 'accounts',
    routes: async (app: FastifyInstance): Promise<void> => {
      await app.register(authRoutes(authServices(deps, cookies, constantTime)))
      await app.register(sessionRoutes({ sessions, ended, cookie: cookies.session, limits }))
      await app.register(security.routes)
      await app.register(ownRoutes({ ...deps, accountStatus, wallets, apiTokens }))
    },
    start: (): void => {
      sessions.start(onError)
      accountStatus.start(onError)
      loadPasswordLists()
      sweeping.start(onError)
    },
    stop: (): void => {
      for (const part of [sessions, accountStatus, sweeping]) part.stop()
    },
  }
}

const ENDED_SESSIONS_KEPT_MS = 30 * DAY_MS
const ABANDONED_AFTER_MS = 7 * DAY_MS

type Deps = { readonly db: Database; readonly clock: Clock; readonly limits: Limits }

const accountSweep =
  ({ db, clock, limits }: Deps) =>
  async (): Promise<void> => {
    const ago = (ms: number) => new Date(clock.now() - ms)
    await limits.sweep()
    await db.delete(oneTimeCodes).where(lte(oneTimeCodes.expiresAt, ago(0)))
    await passkeyRepository(db).sweepChallenges(ago(0))
    await sessionRepository(db).deleteEndedBefore(ago(ENDED_SESSIONS_KEPT_MS))
    await userRepository(db).deleteAbandoned(ago(ABANDONED_AFTER_MS))
  }
