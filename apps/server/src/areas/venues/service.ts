import { type ApexCredentials, ApexRefusal } from '@aerie/apex/apex-calls'
import { apexClient } from '@aerie/apex/apex-client'
import { type ApexBalance, type ApexFill, type ApexSymbol, keyRights } from '@aerie/apex/replies'
import { apexNetwork } from '@aerie/apex/seed-text'
import type { Clock } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { Environment } from '@aerie/upstream/environment'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { APEX_RIGHTS_UNKNOWN, type ApexKeys, type ApexKeysBody, type ApexOverview } from '@aerie/wire/apex'
import type { ApexLive } from '@aerie/wire/apex-orders'
import type { Db } from '../../platform/db/client.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { TwinOrders } from '../trading/index.ts'
import type { ApexAccount, ApexRoots } from './apex-account.ts'
import { apexDeletionHold } from './apex-deletion-hold.ts'
import { asAppError, fromApex } from './apex-errors.ts'
import type { apexKeyStore, CheckedKey, KeyFacts } from './apex-keys.ts'
import { orderRow } from './live-order-answer.ts'
import { liveOrderCancel } from './live-order-cancel.ts'
import { liveOrderReconcile } from './live-order-reconcile.ts'
import { type LiveOrderRepository, liveOrderRepository } from './live-order-repository.ts'
import { liveOrderTwins } from './live-order-twin.ts'
import { type IsLeaving, liveOrders } from './live-orders.ts'
import { APEX_MESSAGES } from './messages.ts'
import type { SignerFile } from './signer-file.ts'
import { type WatchedAccounts, watchedAccounts } from './watched-accounts.ts'

const CHECK_PACE = { burst: 5, perSecond: 5 }
/** Key checks per user: ApeX counts them all against this server. */
const CHECKS_OF_USER = { burst: 10, perSecond: 1 / 30 }

type Deps = {
  readonly keys: ReturnType<typeof apexKeyStore>
  readonly roots: ApexRoots
  readonly env: Environment
  readonly clock: Clock
  readonly db: Db
  readonly signer: SignerFile
  readonly twins: TwinOrders | undefined
  readonly isLeaving: IsLeaving
  readonly onError: (error: unknown) => void
}

export function apexService(deps: Deps) {
  const { keys, roots, env, clock, db, signer, onError } = deps
  const twins = liveOrderTwins({ ...deps, repository: liveOrderRepository(db) })
  const repository = liveOrderRepository(db)
  const accounts = watchedAccounts({
    keys,
    roots,
    env,
    clock,
    newsOf: (userId) => ({
      orders: (orders) => void reconcile.handleOrders(userId, orders).catch(onError),
      resumed: () => void reconcile.ofUser(userId).catch(onError),
    }),
  })
  const { accountOf, forget, trim, checkKeys, stop } = accounts
  const checks = keyedTokenBuckets({ clock, ...CHECKS_OF_USER })
  const reconcile = liveOrderReconcile({ repository, accounts, twins, clock, onError })
  const canceled = async (userId: string, call: (account: ApexAccount) => Promise<void>): Promise<void> => {
    await fromApex(call(await accountOf(userId)), APEX_MESSAGES.cancelUnknown)
    void reconcile.ofUser(userId).catch(onError)
  }
  return {
    status: async (userId: string): Promise<ApexKeys> => statusOf(await keys.facts(userId), signer),
    /** Saves the key only after ApeX has accepted it. @throws AppError bad_input at its field, rule_broken, unavailable */
    save: async (userId: string, body: ApexKeysBody): Promise<ApexKeys> => {
      if (!checks.take(userId, 1))
        throw new AppError('rate_limited', {
          detail: 'You have had many keys checked. Wait half a minute. Nothing was saved.',
          retryAfterSeconds: 1 / CHECKS_OF_USER.perSecond,
        })
      const checked = await checkKey({ roots, env }, body).catch((error: unknown) => {
        throw error instanceof ApexRefusal ? refusedKey(error) : asAppError(error)
      })
      await keys.save(userId, body, checked)
      forget(userId)
      return statusOf(await keys.facts(userId), signer)
    },
    remove: async (userId: string): Promise<void> => {
      // After the removal, so that calls started with the old key are dropped too.
      const wasThere = await keys.remove(userId).finally(() => forget(userId))
      if (!wasThere) throw new AppError('not_found', { reason: 'apex_not_linked', detail: 'Save an ApeX Omni key first.' })
    },
    overview: async (userId: string): Promise<ApexOverview> => {
      const account = await accountOf(userId)
      const { state, balance, asOf, isLive } = await fromApex(account.overview())
      return {
        as_of: new Date(asOf).toISOString(),
        is_live: isLive,
        balance: balanceRow(balance),
        positions: [...state.positions],
        orders: state.orders.map(orderRow),
        fills: state.fills.map(fillRow),
      }
    },
    cancel: (userId: string, id: string): Promise<void> => canceled(userId, (account) => account.cancel(id)),
    cancelAll: (userId: string, symbol: string | undefined): Promise<void> => canceled(userId, (account) => account.cancelAll(symbol)),
    ...livePart({ ...deps, repository, accounts, reconcile, twins }),
    forget,
    trim,
    checkKeys,
    stop,
  }
}

type LiveDeps = Omit<Deps, 'twins'> & {
  readonly twins: ReturnType<typeof liveOrderTwins>
  readonly repository: LiveOrderRepository
  readonly accounts: WatchedAccounts
  readonly reconcile: ReturnType<typeof liveOrderReconcile>
}

function livePart({ keys, roots, signer, twins, clock, repository, accounts, reconcile, isLeaving }: LiveDeps) {
  const accountIdOf = async (userId: string) => (await keys.facts(userId))?.account
  const live = liveOrders({ signer, repository, accounts, twins, accountIdOf, isLeaving, clock })
  const cancel = liveOrderCancel({ repository, accounts, reconcile, clock })
  return {
    /** @throws AppError rule_broken if live orders are disabled */
    requireLive: live.requireOn,
    live: async (userId: string): Promise<ApexLive> => {
      const facts = await keys.facts(userId)
      const reason = signer.isOn ? (facts === undefined ? 'Save an ApeX Omni key first.' : null) : signer.reason
      const symbols = reason === null ? await live.symbols(userId) : []
      return {
        is_on: reason === null,
        reason,
        signer_sha256: signer.isOn ? signer.sha256 : null,
        account_ends: facts?.account.slice(-4) ?? null,
        address: facts?.address ?? null,
        network: apexNetwork(roots.rest),
        instruments: symbols.filter(({ enableTrade }) => enableTrade !== false).flatMap(instrumentRow),
      }
    },
    prepareLive: live.prepare,
    sendLive: live.send,
    liveOrders: live.list,
    /** @throws AppError not_found, conflict, rule_broken, rate_limited, unavailable */
    cancelLive: async (userId: string, clientId: string) => await live.answer(await cancel(userId, clientId)),
    deletionHold: apexDeletionHold({ keys, accounts }),
    reconcile: reconcile.all,
    beginReconcile: reconcile.begin,
  }
}

/** @throws ApexRefusal, UpstreamError; AppError rule_broken if the key has too many rights or none are vouched for */
async function checkKey({ roots, env }: Pick<Deps, 'roots' | 'env'>, body: ApexKeysBody): Promise<CheckedKey> {
  const limiter = new RateLimiter(CHECK_PACE, env.clock, env.timers)
  const credentials = (): ApexCredentials => ({ key: body.api_key, secret: body.secret, passphrase: body.passphrase })
  const client = apexClient({ root: roots.rest, credentials, limiter, env })
  const rights = keyRights(await client.rights())
  if (rights === 'withdraws')
    throw new AppError('rule_broken', {
      reason: 'apex_key_may_withdraw',
      detail: 'This key can withdraw or transfer. Create a key on ApeX Omni that cannot.',
    })
  if (rights === 'unknown' && body.confirmation === undefined)
    throw new AppError('rule_broken', {
      reason: APEX_RIGHTS_UNKNOWN,
      detail:
        'ApeX Omni does not say what this key may do. Confirm that it cannot withdraw or transfer, or use another key. Nothing was saved.',
    })
  const { id, ethereumAddress } = await client.account()
  return { account: id, address: ethereumAddress, rights: rights === 'harmless' ? 'stated' : 'confirmed' }
}

const refusedKey = ({ code, message }: ApexRefusal): AppError =>
  new AppError('rule_broken', {
    reason: 'apex_refused',
    detail: keyRefused(message),
    errors: { api_key: [keyRefused(message)] },
    facts: { apex: code },
  })

const instrumentRow = ({ symbol, tickSize, stepSize, minOrderSize }: ApexSymbol): ApexLive['instruments'] =>
  tickSize === null || stepSize === null ? [] : [{ symbol, tick: tickSize, lot: stepSize, min_size: minOrderSize }]

const statusOf = (facts: KeyFacts | undefined, signer: SignerFile): ApexKeys => ({
  is_set: facts !== undefined,
  key_ends: facts?.keyEnds ?? null,
  account: facts?.account ?? null,
  address: facts?.address ?? null,
  checked_at: facts?.checkedAt.toISOString() ?? null,
  rights: facts?.rights ?? null,
  placing: signer.isOn ? { is_on: true, reason: null } : { is_on: false, reason: signer.reason },
})

const instantOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
const balanceRow = ({ totalEquityValue, availableBalance, initialMargin, maintenanceMargin }: ApexBalance): ApexOverview['balance'] => ({
  equity: totalEquityValue,
  available: availableBalance,
  initial_margin: initialMargin,
  maintenance_margin: maintenanceMargin,
})
const fillRow = ({ id, symbol, side, size, price, fee, liquidity, isSettled, at }: ApexFill): ApexOverview['fills'][number] => ({
  id,
  symbol,
  side,
  size,
  price,
  fee,
  liquidity,
  is_settled: isSettled,
  at: instantOf(at),
})

const keyRefused = (message: string) => `ApeX Omni does not accept this key (“${message}”). Check API key, secret and passphrase.`
