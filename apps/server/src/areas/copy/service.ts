import { type CopyHolding, type CopyShares, copyResult, emptyHolding, keepCopy } from '@aerie/copy/copy-parts'
import { itemAt } from '@aerie/core/item-at'
import { microUsdc, notional, price, priceText, sizeText, usdcFloor, usdcText } from '@aerie/core/numbers/units'
import { type Clock, DAY_MS } from '@aerie/core/time'
import { storedPart } from '@aerie/trading/stored/stored'
import type { CopyList, CopyNotice, CopyPatch, CopyRow, copyLogQuery, copyPageQuery } from '@aerie/wire/copies'
import type { AreaCode } from '@aerie/wire/problem-codes'
import type * as z from 'zod/mini'
import type { Database } from '../../platform/db/client.ts'
import { demandTerm } from '../../platform/duties/duty.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { notACursor, pageOf, rangeOf } from '../../platform/http/list-page.ts'
import { entitlements } from '../account/index.ts'
import type { Copier } from './copier.ts'
import type { CopyDuty } from './copy-duty.ts'
import { logAnswer } from './copy-entries.ts'
import { type CopyCursor, type CopyRepository, copyRepository } from './copy-repository.ts'
import { type CopyRecord, isFinal, limitsOf } from './copy-rows.ts'
import { marksOf } from './copy-step.ts'
import { COPY_DUTY } from './copy-store.ts'
import { COPY_MESSAGES, stateText } from './messages.ts'
import { type CopyCaller, newCopies, usdcField } from './new-copies.ts'
import { storedShares } from './tracked-accounts.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly duty: CopyDuty
  readonly notify: (userId: string, notice: CopyNotice) => void
  readonly take: (userId: string) => void
  /** Has a user's accounts trade in this process. */
  readonly gather: (userId: string) => Promise<void>
}

type LogQuery = z.output<typeof copyLogQuery>

type PageQuery = z.output<typeof copyPageQuery>

const SHOWN = 100
const CURSOR = /^(going|ended)_([1-9]\d{0,14})$/

const cursorOf = ({ state, number }: CopyRecord): string => `${state === 'stopped' ? 'ended' : 'going'}_${number}`
function parseCursor(cursor: string): CopyCursor {
  const [, kind, number] = CURSOR.exec(cursor) ?? []
  if (kind === undefined) throw notACursor()
  return { hasEnded: kind === 'ended', number: Number(number) }
}

const broken = (reason: AreaCode, detail: string): AppError => new AppError('rule_broken', { reason, detail })
const interrupted = (): AppError => new AppError('unavailable', { detail: COPY_MESSAGES.interrupted, retryAfterSeconds: 2 })
const notThere = (): AppError => new AppError('not_found', { detail: 'You have no such copy.' })

export type CopyService = ReturnType<typeof copyService>

export const copyService = (deps: Deps) => {
  const { db, clock, duty } = deps
  const repository = copyRepository(db)
  const making = newCopies(deps)
  const copier = (): Copier | undefined => (duty.isOpen() ? duty.present().copier : undefined)
  const find = async (userId: string, id: string): Promise<CopyRecord> => {
    const row = await repository.find(userId, id)
    if (row === undefined) throw notThere()
    return row
  }
  const answers = async (rows: readonly CopyRecord[]): Promise<CopyRow[]> => {
    const [present, resumable] = [copier(), await resumableOf(repository, rows, copier())]
    return rows.map((row) => copyAnswer(row, { copier: present, canResume: resumable.has(row.id) }))
  }
  const answer = async (row: CopyRecord): Promise<CopyRow> => itemAt(await answers([row]), 0)
  return {
    create: async (caller: CopyCaller, asked: Parameters<typeof making.create>[1]) => {
      const { row, isRepeated } = await making.create(caller, asked)
      if (!isRepeated) deps.notify(caller.user.user_id, changed(row))
      return { copy: await answer(row), isRepeated }
    },
    log: async (userId: string, copyId: string | undefined, query: LogQuery) => {
      if (copyId !== undefined) await find(userId, copyId)
      const { outcome, symbol } = query
      const rows = await repository.log({ userId, copyId, ...rangeOf(query), outcome, symbol })
      return pageOf(rows, query, { number: ({ entry }) => entry.id, answer: ({ entry, leaderName }) => logAnswer(entry, leaderName) })
    },
    list: async ({ user, accountStatus }: CopyCaller, { cursor, limit: asked }: PageQuery): Promise<CopyList> => {
      const limit = asked === undefined ? SHOWN : Number(asked)
      const after = cursor === undefined ? undefined : parseCursor(cursor)
      const rows = await repository.listOf(user.user_id, { after, limit: limit + 1 })
      const [shown, going] = [rows.slice(0, limit), await repository.goingCount(user.user_id)]
      const last = rows.length > limit ? shown.at(-1) : undefined
      const next = last === undefined ? null : cursorOf(last)
      return { data: await answers(shown), next, limit: entitlements(accountStatus).copiedLeaders, going }
    },
    /** @throws AppError not_found; rule_broken; unavailable if another process copies, as it would miss the change */
    change: async (userId: string, id: string, patch: CopyPatch): Promise<CopyRow> => {
      const before = await find(userId, id)
      const present = duty.present().copier
      if (before.state === 'stopped' || before.state === 'stopping') throw broken('copy_ended', 'This copy has ended.')
      if (patch.paused === false) await refuseLeader(deps, repository, before)
      const columns = { ...columnsOf(patch), ...stateOf(before, patch), updatedAt: new Date(clock.now()) }
      if (columns.state === 'active') refuseLoss({ ...before, ...columns }, present)
      const row = await repository.update(userId, id, columns)
      if (row === undefined) throw broken('copy_ended', 'This copy has ended.')
      takeOver(present, row)
      deps.notify(userId, changed(row))
      return answer(row)
    },
    /** @throws AppError not_found; rule_broken if it is to be closed in a market not traded here; unavailable */
    stop: async (userId: string, id: string, parts: 'close' | 'keep'): Promise<CopyRow> => {
      const before = await find(userId, id)
      if (before.state !== 'stopped') await stopNow(deps, repository, before, parts)
      return answer(await find(userId, id))
    },
  }
}

const changed = ({ id, state, leaderName, reason }: CopyRecord): CopyNotice => ({
  event: 'changed',
  copy: id,
  state,
  leader_name: leaderName,
  detail: stateText(reason),
})

/** Ids of paused copies that can be resumed, by the same rules as `change`. */
async function resumableOf(
  repository: CopyRepository,
  rows: readonly CopyRecord[],
  copier: Copier | undefined,
): Promise<ReadonlySet<string>> {
  const source = copier?.deps.trading.broker.source.id
  const paused = rows.filter(
    ({ state, reason, sourceId }) => state === 'paused' && !isFinal(reason) && (source === undefined || source === sourceId),
  )
  if (paused.length === 0) return new Set()
  const open = await repository.openLeaders(paused.map(({ leaderId }) => leaderId))
  return new Set(paused.flatMap(({ id, leaderId }) => (open.has(leaderId) ? [id] : [])))
}

async function refuseLeader({ duty }: Deps, repository: CopyRepository, { reason, leaderId, sourceId }: CopyRecord): Promise<void> {
  if (isFinal(reason)) throw broken(reason, 'This leader’s account is no longer there. Stop this copy.')
  if ((await repository.openLeader(leaderId)) === undefined)
    throw broken('leader_closed', 'The leader does not accept copies now. Stop this copy, or try again later.')
  if (duty.present().trading.broker.source.id !== sourceId) throw broken('leader_source', COPY_MESSAGES.source)
}

function takeOver(copier: Copier, row: CopyRecord): void {
  const copy = copier.registry.get(row.id)
  if (copy === undefined) return
  copy.limits = limitsOf(row)
  copy.state = row.state
  copy.reason = row.reason
}

/** After reaching the loss limit, resuming requires a higher limit, or it would pause again at once. */
function refuseLoss(row: CopyRecord, copier: Copier): void {
  const holding = copier.tracked.get(row.accountId)?.copies.get(row.id) ?? emptyHolding()
  const result = copyResult(holding, marksOf(copier.deps.trading))
  if (result !== undefined && -result >= row.totalLossLimit)
    throw broken('total_loss', 'The loss of this copy is above its total loss limit. Raise the limit first.')
}

function columnsOf(patch: CopyPatch): Partial<CopyRecord> {
  const { per_trade_limit: perTrade, daily_loss_limit: daily, total_loss_limit: total, max_move_bps: move, late_s: late, excluded } = patch
  return {
    ...(perTrade !== undefined && { perTradeLimit: usdcField('per_trade_limit', perTrade) }),
    ...(daily !== undefined && { dailyLossLimit: usdcField('daily_loss_limit', daily) }),
    ...(total !== undefined && { totalLossLimit: usdcField('total_loss_limit', total) }),
    ...(move !== undefined && { maxMoveBps: move }),
    ...(late !== undefined && { lateS: late }),
    ...(excluded !== undefined && { excluded }),
  }
}

function stateOf(before: CopyRecord, { paused }: CopyPatch): Partial<CopyRecord> {
  if (paused === undefined) return {}
  if (paused) return before.state === 'paused' ? {} : { state: 'paused', reason: 'user' }
  return { state: 'active', reason: null }
}

async function stopNow(deps: Deps, repository: CopyRepository, row: CopyRecord, parts: 'close' | 'keep'): Promise<void> {
  const { copier, tending, trading } = deps.duty.present()
  if (row.sourceId !== trading.broker.source.id) {
    if (parts === 'close')
      throw broken('copy_source', 'This copy cannot be closed here: it trades another market. Stop it and keep what it holds.')
    return keepElsewhere(deps, row)
  }
  const copy = copier.registry.get(row.id)
  if (copy === undefined) {
    // Ended by another request meanwhile, or not loaded by this process yet.
    const now = await repository.find(row.userId, row.id)
    if (now?.state === 'stopped') return
    throw interrupted()
  }
  if (parts === 'close') {
    await tending.setState(copy, 'stopping', copy.reason)
    await tending.closeAll(copy, 'close')
    if (tending.isEmpty(copy)) await tending.setState(copy, 'stopped', copy.reason)
    return
  }
  await tending.keep(copy)
}

/** Another market: nothing trades here, so the stored shares are current, and later fills become the user's own. */
async function keepElsewhere({ db, duty, clock, notify }: Deps, { id, userId, accountId }: CopyRecord): Promise<void> {
  const { term } = duty.present()
  const ended = await db.transaction(async (tx) => {
    await demandTerm(tx, { name: COPY_DUTY, term })
    const repository = copyRepository(tx)
    const body = await repository.lockShares(accountId)
    if (body !== undefined) {
      const shares = storedPart<CopyShares>(body)
      keepCopy(shares, id, () => true)
      await repository.saveShares(accountId, storedShares(shares))
    }
    return repository.update(userId, id, { state: 'stopped', updatedAt: new Date(clock.now()) })
  })
  if (ended !== undefined) notify(userId, changed(ended))
}

const holdingOf = (copier: Copier | undefined, { id, accountId }: CopyRecord): CopyHolding | undefined =>
  copier?.tracked.get(accountId)?.copies.get(id)

type Known = { readonly copier: Copier | undefined; readonly canResume: boolean }

function copyAnswer(row: CopyRecord, { copier, canResume }: Known): CopyRow {
  const own = copier?.deps.trading.broker.source.id === row.sourceId ? copier : undefined
  return {
    id: row.id,
    leader: { id: row.leaderId, name: row.leaderName },
    state: row.state,
    reason: row.reason,
    detail: stateText(row.reason),
    can_resume: canResume,
    source: row.sourceId,
    source_kind: row.sourceKind,
    allocation: usdcText(microUsdc(row.allocation)),
    per_trade_limit: usdcText(microUsdc(row.perTradeLimit)),
    daily_loss_limit: usdcText(microUsdc(row.dailyLossLimit)),
    total_loss_limit: usdcText(microUsdc(row.totalLossLimit)),
    max_move_bps: row.maxMoveBps,
    late_s: row.lateS,
    excluded: [...row.excluded],
    parts: own === undefined || row.state === 'stopped' ? null : partsOf(own, row),
    realised: usdcText(microUsdc(row.realised)),
    ...resultOf(own, row),
    fees: usdcText(microUsdc(row.fees)),
    fills: row.fills,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

function resultOf(copier: Copier | undefined, row: CopyRecord): Pick<CopyRow, 'result' | 'daily_loss'> {
  if (row.state === 'stopped') return { result: usdcText(microUsdc(row.realised)), daily_loss: null }
  if (copier === undefined) return { result: null, daily_loss: null }
  const holding = holdingOf(copier, row)
  const result = holding === undefined ? microUsdc(row.realised) : copyResult(holding, marksOf(copier.deps.trading))
  if (result === undefined) return { result: null, daily_loss: null }
  const { day, dayResult } = copier.registry.get(row.id) ?? row
  const isToday = day === Math.floor(copier.deps.trading.followed.now() / DAY_MS)
  const daily = isToday && dayResult !== null ? usdcText(microUsdc(dayResult - result)) : null
  return { result: usdcText(result), daily_loss: daily }
}

function partsOf(copier: Copier, row: CopyRecord): CopyRow['parts'] {
  const markOf = marksOf(copier.deps.trading)
  return [...(holdingOf(copier, row)?.parts ?? [])].flatMap(([symbol, { size, cost }]) => {
    if (size === 0n) return []
    const mark = markOf(symbol)
    return [
      {
        symbol,
        size: sizeText(size),
        entry: priceText(price(cost / size)),
        mark: mark === undefined ? null : priceText(mark),
        unrealised: mark === undefined ? null : usdcText(usdcFloor(notional(mark * size - cost))),
      },
    ]
  })
}
