import { type ApexCredentials, ApexRefusal } from '@aerie/apex/apex-calls'
import { apexClient } from '@aerie/apex/apex-client'
import type { ApexBalance, ApexFill, ApexOrder } from '@aerie/apex/replies'
import type { Clock } from '@aerie/core/time'
import type { Environment } from '@aerie/upstream/environment'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import type { ApexKeys, ApexKeysBody, ApexOrderRow, ApexOverview } from '@aerie/wire/apex'
import { AppError } from '../../plugins/app-error.ts'
import type { ApexRoots } from './apex-account.ts'
import { asAppError, fromApex } from './apex-errors.ts'
import type { apexKeyStore, KeyFacts } from './apex-keys.ts'
import { APEX_PROBLEM_WORDS } from './apex-problem-words.ts'
import { watchedAccounts } from './watched-accounts.ts'

const CHECK_PACE = { burst: 5, perSecond: 5 }

type Deps = {
  readonly keys: ReturnType<typeof apexKeyStore>
  readonly roots: ApexRoots
  readonly env: Environment
  readonly clock: Clock
  /** Why live orders cannot be placed here. */
  readonly offReason: string
}

/** Users' own accounts at ApeX Omni: their keys, what they hold, and cancelling. */
export function apexService({ keys, roots, env, clock, offReason }: Deps) {
  const { accountOf, forget, trim, stop } = watchedAccounts({ keys, roots, env, clock })
  return {
    status: async (userId: string): Promise<ApexKeys> => statusOf(await keys.facts(userId), offReason),
    /**
     * Asks ApeX whether the key is good, and only then keeps it.
     *
     * @throws AppError bad_input at its field, rule_broken, unavailable
     */
    save: async (userId: string, body: ApexKeysBody): Promise<ApexKeys> => {
      const owner = await checkKey({ roots, env }, { key: body.api_key, secret: body.secret, passphrase: body.passphrase }).catch(
        (error: unknown) => {
          throw error instanceof ApexRefusal ? refusedKey(error) : asAppError(error)
        },
      )
      await keys.save(userId, body, owner)
      forget(userId)
      return statusOf(await keys.facts(userId), offReason)
    },
    /** @throws AppError not_found */
    remove: async (userId: string): Promise<void> => {
      forget(userId)
      if (!(await keys.remove(userId))) throw new AppError('not_found', { word: 'apex_not_linked', detail: APEX_PROBLEM_WORDS.notLinked })
    },
    /** @throws AppError not_found, rule_broken, unavailable */
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
    /** @throws AppError not_found, rule_broken, unavailable */
    cancel: async (userId: string, id: string): Promise<void> => await fromApex((await accountOf(userId)).cancel(id)),
    /** @throws AppError not_found, rule_broken, unavailable */
    cancelAll: async (userId: string, symbol: string | undefined): Promise<void> =>
      await fromApex((await accountOf(userId)).cancelAll(symbol)),
    trim,
    stop,
  }
}

/** Whose key it is. @throws ApexRefusal, UpstreamError; AppError rule_broken where it may do too much */
async function checkKey({ roots, env }: Pick<Deps, 'roots' | 'env'>, credentials: ApexCredentials) {
  const limiter = new RateLimiter(CHECK_PACE, env.clock, env.timers)
  const client = apexClient({ root: roots.rest, credentials, limiter, env })
  if ((await client.rights()).some((right) => /withdraw|transfer/i.test(right)))
    throw new AppError('rule_broken', { word: 'apex_key_may_withdraw', detail: APEX_PROBLEM_WORDS.mayWithdraw })
  const { id, ethereumAddress } = await client.account()
  return { account: id, address: ethereumAddress }
}

/** Said at the field that holds the key. */
const refusedKey = ({ code, message }: ApexRefusal): AppError =>
  new AppError('rule_broken', {
    word: 'apex_refused',
    detail: `${APEX_PROBLEM_WORDS.refused}${message}`,
    errors: { api_key: [`${APEX_PROBLEM_WORDS.refused}${message}`] },
    facts: { apex: code },
  })

const statusOf = (facts: KeyFacts | undefined, offReason: string): ApexKeys => ({
  is_set: facts !== undefined,
  key_ends: facts?.keyEnds ?? null,
  account: facts?.account ?? null,
  address: facts?.address ?? null,
  checked_at: facts?.checkedAt.toISOString() ?? null,
  placing: { is_on: false, reason: offReason },
})

const instantOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
const balanceRow = ({ totalEquityValue, availableBalance, initialMargin, maintenanceMargin }: ApexBalance): ApexOverview['balance'] => ({
  equity: totalEquityValue,
  available: availableBalance,
  initial_margin: initialMargin,
  maintenance_margin: maintenanceMargin,
})
const orderRow = ({ id, symbol, side, type, size, price, trigger, matched, settled, ...order }: ApexOrder): ApexOrderRow => ({
  id,
  symbol,
  side,
  type,
  size,
  price,
  trigger,
  matched,
  settled,
  client_id: order.clientId,
  state: order.status,
  reduce_only: order.isReduceOnly,
  created_at: instantOf(order.createdAt),
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
