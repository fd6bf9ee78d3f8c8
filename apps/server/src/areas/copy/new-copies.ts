import { randomUUID } from 'node:crypto'
import { wouldLoop } from '@aerie/copy/follow-graph'
import { DECIMALS, parseDecimal } from '@aerie/core/numbers/units'
import type { Clock } from '@aerie/core/time'
import { COPY_DEFAULTS, type CopyBody } from '@aerie/wire/copies'
import type { AreaCode } from '@aerie/wire/problem-codes'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '../../platform/db/client.ts'
import { commandHash } from '../../platform/db/command-hash.ts'
import { copies, copyCursors, copyShares } from '../../platform/db/schema/copies.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type Caller, entitlements } from '../account/index.ts'
import type { LiveAccount } from '../trading/index.ts'
import type { Copier } from './copier.ts'
import type { CopyDuty } from './copy-duty.ts'
import { type CopyRepository, copyRepository, type LeaderRecord } from './copy-repository.ts'
import type { CopyRecord } from './copy-rows.ts'
import { COPY_MESSAGES } from './messages.ts'
import { sharesAt, storedShares } from './tracked-accounts.ts'

export type CopyCaller = Pick<Caller, 'user' | 'accountStatus'>

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly duty: CopyDuty
  readonly gather: (userId: string) => Promise<void>
  readonly take: (userId: string) => void
}
type Asked = { readonly body: CopyBody; readonly key: string | undefined }

const MOST_FOLLOWERS = 2_000
const ALLOCATION = [10_000_000n, 1_000_000_000_000_000n] as const

const broken = (reason: AreaCode, detail: string): AppError => new AppError('rule_broken', { reason, detail })

export const newCopies = (deps: Deps) => {
  const { db, duty, gather, take } = deps
  return {
    create: async (caller: CopyCaller, asked: Asked): Promise<{ row: CopyRecord; isRepeated: boolean }> => {
      if (asked.body.account === 'apex')
        throw broken(
          'apex_not_copied',
          'Copies trade paper accounts only. Orders of ApeX Omni are signed in your browser, so the server cannot send them for you.',
        )
      const userId = caller.user.user_id
      const repeated = async () => madeBefore(db, userId, asked)
      const known = await repeated()
      if (known !== undefined) return { row: known, isRepeated: true }
      take(userId)
      const { copier, trading } = duty.present()
      const leader = await leaderFor(db, userId, asked.body.leader)
      await gather(leader.userId)
      await gather(userId)
      const accounts = await accountsFor(trading.broker, userId, leader)
      try {
        const row = await db.transaction((tx) =>
          insertIn(deps, tx, { caller, asked, leader, ...accounts, kind: trading.broker.source.kind }),
        )
        await beginIn(copier, row)
        return { row, isRepeated: false }
      } catch (error) {
        const made = await repeated()
        if (made === undefined) throw error
        return { row: made, isRepeated: true }
      }
    },
  }
}

/** Already stored: if this process cannot start it, it reloads from storage. */
async function beginIn(copier: Copier, row: CopyRecord): Promise<void> {
  try {
    await copier.begin(row)
  } catch (error) {
    copier.deps.onLost(error)
    throw error
  }
}

async function madeBefore(db: Db, userId: string, { body, key }: Asked): Promise<CopyRecord | undefined> {
  const row = key === undefined ? undefined : await copyRepository(db).findByKey(userId, key)
  if (row === undefined || row.requestHash?.equals(commandHash('copy', body)) === true) return row
  throw new AppError('conflict', { detail: 'This Idempotency-Key was used for another copy.' })
}

async function leaderFor(db: Db, userId: string, id: string): Promise<LeaderRecord> {
  const leader = await copyRepository(db).openLeader(id)
  if (leader === undefined) throw new AppError('not_found', { detail: COPY_MESSAGES.noLeader })
  if (leader.userId === userId) throw broken('follow_loop', 'You cannot copy yourself.')
  return leader
}

type Broker = ReturnType<CopyDuty['present']>['trading']['broker']

async function accountsFor(broker: Broker, userId: string, leader: LeaderRecord) {
  const row = await broker.repository.openAccount(leader.userId, broker.source.id, 'paper')
  if (row === undefined) throw broken('leader_source', COPY_MESSAGES.source)
  const [leading, following] = [await broker.account(row), await broker.present(userId)]
  await Promise.all([leading.stored, following.stored])
  return { leading, following }
}

type Making = {
  readonly caller: CopyCaller
  readonly asked: Asked
  readonly leader: LeaderRecord
  readonly leading: LiveAccount
  readonly following: LiveAccount
  readonly kind: CopyRecord['sourceKind']
}

/** Serialized, so that limits and the copy graph hold under concurrency. */
async function insertIn({ clock }: Deps, tx: Db, { caller, asked, leader, leading, following, kind }: Making): Promise<CopyRecord> {
  const repository = copyRepository(tx)
  await repository.lockPairs()
  await demandRoom(repository, caller, leader)
  const userId = caller.user.user_id
  for (const account of [leading, following]) await beginShares(tx, account)
  await beginCursor(tx, leading)
  const now = new Date(clock.now())
  const { body, key } = asked
  return repository.insert({
    id: randomUUID(),
    userId,
    accountId: following.id,
    leaderUserId: leader.userId,
    leaderAccountId: leading.id,
    leaderId: leader.id,
    leaderName: leader.name,
    sourceId: following.row.sourceId,
    sourceKind: kind,
    leaderSeq: leading.state.seq,
    allocation: allocationOf(body),
    ...limitColumns(body),
    maxMoveBps: body.max_move_bps ?? COPY_DEFAULTS.maxMoveBps,
    lateS: body.late_s ?? COPY_DEFAULTS.lateS,
    excluded: body.excluded ?? [],
    state: 'active',
    realised: 0n,
    fees: 0n,
    fills: 0,
    createdAt: now,
    updatedAt: now,
    ...(key !== undefined && { requestKey: key, requestHash: commandHash('copy', body) }),
  })
}

async function demandRoom(repository: CopyRepository, { user, accountStatus }: CopyCaller, leader: LeaderRecord): Promise<void> {
  if (await repository.goingPair(user.user_id, leader.userId))
    throw new AppError('conflict', { reason: 'copied_already', detail: 'You already copy this leader.' })
  const limit = entitlements(accountStatus).copiedLeaders
  if ((await repository.goingCount(user.user_id)) >= limit)
    throw new AppError('rule_broken', {
      reason: 'copy_limit',
      detail: `Your plan allows you to copy ${limit} ${limit === 1 ? 'leader' : 'leaders'}, paused copies included.`,
      members: { limit },
    })
  if ((await repository.followersOf(leader.userId)) >= MOST_FOLLOWERS)
    throw broken('leader_full', `This leader has ${MOST_FOLLOWERS} followers, which is the most.`)
  const follows = new Map<string, Set<string>>()
  for (const { userId, leaderUserId } of await repository.pairs())
    follows.set(userId, (follows.get(userId) ?? new Set<string>()).add(leaderUserId))
  if (wouldLoop(follows, user.user_id, leader.userId)) throw broken('follow_loop', 'This leader copies you, directly or through others.')
}

async function beginCursor(tx: Db, { id, state }: LiveAccount): Promise<void> {
  const isCopied = sql`exists (select 1 from ${copies} where ${copies.leaderAccountId} = ${id} and ${copies.state} <> 'stopped')`
  const seq = state.seq
  await tx
    .insert(copyCursors)
    .values({ accountId: id, seq })
    .onConflictDoUpdate({ target: copyCursors.accountId, set: { seq }, setWhere: sql`not ${isCopied}` })
}

/** Starts tracking shares; everything so far is the user's own. Also after all copies ended, as old shares may be outdated. */
async function beginShares(tx: Db, { id, state }: LiveAccount): Promise<void> {
  const isUsed = sql`exists (select 1 from ${copies} where ${id} in (${copies.leaderAccountId}, ${copies.accountId}) and ${copies.state} <> 'stopped')`
  const row = { seq: state.seq, body: storedShares(sharesAt(state)) }
  await tx
    .insert(copyShares)
    .values({ accountId: id, ...row })
    .onConflictDoUpdate({ target: copyShares.accountId, set: row, setWhere: sql`not ${isUsed}` })
}

/** USDC as micro-USDC. @throws AppError bad_input for too many decimals */
export function usdcField(field: string, text: string): bigint {
  const read = parseDecimal(text, DECIMALS.usdc)
  if (read.ok && read.value > 0n && read.value <= ALLOCATION[1]) return read.value
  throw new AppError('bad_input', {
    detail: `The body is not as expected: ${field}.`,
    errors: { [field]: ['from 10 to 1,000,000,000 USDC'] },
  })
}

function allocationOf({ allocation }: CopyBody): bigint {
  const amount = usdcField('allocation', allocation)
  if (amount >= ALLOCATION[0]) return amount
  throw new AppError('bad_input', {
    detail: `The body is not as expected: allocation.`,
    errors: { allocation: ['from 10 to 1,000,000,000 USDC'] },
  })
}

const limitColumns = (body: CopyBody) => ({
  perTradeLimit: usdcField('per_trade_limit', body.per_trade_limit),
  dailyLossLimit: usdcField('daily_loss_limit', body.daily_loss_limit),
  totalLossLimit: usdcField('total_loss_limit', body.total_loss_limit),
})
