import { type CopyDecision, type CopySignal, type CopyView, decideCopy, lossesOf } from '@aerie/copy/copy-decision'
import { type CopyShares, copyResult, emptyHolding, type MarkOf, partOf } from '@aerie/copy/copy-parts'
import { copyClientId } from '@aerie/copy/follow-graph'
import { FRACTION_ONE, fraction, type MicroUsdc, microUsdc, type Size, size } from '@aerie/core/numbers/units'
import { DAY_MS } from '@aerie/core/time'
import type { TradingEvent } from '@aerie/trading/events'
import { isFresh, type Market } from '@aerie/trading/matching/market'
import { type OrderTerms, plainTerms } from '@aerie/trading/orders/order'
import { commandHash } from '../../platform/db/command-hash.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type ActiveTrading, type CommandAnswer, eventOfRow, type LiveAccount } from '../trading/index.ts'
import type { Copy } from './copy-rows.ts'
import { type Cycle, underWay } from './leader-signals.ts'
import type { TrackedAccounts } from './tracked-accounts.ts'

export type StepTask = {
  readonly copy: Copy
  readonly row: LiveAccount['row']
  readonly signal: CopySignal
  /** Undefined: opened before anyone copied it, so only closing has a size. */
  readonly cycle: Cycle | undefined
  readonly isCircular: boolean
  readonly leverage: bigint | undefined
  /** Signal id; together with the copy it identifies one order permanently. */
  readonly key: string
  /** Superseded by a newer trade of the leader: only look for orders sent before a crash. */
  readonly isPassed: boolean
}

export type StepResult = {
  readonly decision: CopyDecision | undefined
  readonly held: Size
  readonly filled: Size
  readonly paid: bigint
  readonly fee: MicroUsdc
  readonly refused: string | undefined
  /** Not on the market yet: its fills are unknown. */
  readonly isPending?: boolean
}

type Deps = { readonly trading: ActiveTrading; readonly tracked: TrackedAccounts; readonly speed: () => number }

export const marksOf =
  ({ followed }: ActiveTrading): MarkOf =>
  (symbol) =>
    followed.markets.get(symbol)?.mark

export function lossesNow(copy: Copy, shares: CopyShares, markOf: MarkOf, now: number) {
  const result = copyResult(shares.copies.get(copy.id) ?? emptyHolding(), markOf)
  if (result === undefined) return undefined
  const day = Math.floor(now / DAY_MS)
  if (copy.day !== day || copy.dayResult === null) {
    copy.day = day
    copy.dayResult = result
  }
  return { result, ...lossesOf(result, copy.dayResult) }
}

/** The single-use client id makes a replay after a crash return the first result. @throws AppError unavailable */
export async function runStep(deps: Deps, task: StepTask): Promise<StepResult> {
  const { trading } = deps
  const { copy, row } = task
  const clientId = copyClientId(copy.id, task.key)
  let decided: { readonly decision: CopyDecision; readonly held: Size } | undefined
  return trading.broker.command<StepResult>(row, {
    used: { clientId, hash: commandHash('copy', { key: task.key }) },
    prepare: async (account) => {
      const before = await trading.broker.usedFor(account, clientId)
      if (before !== undefined) return repeated(before.answer, await resultBefore(trading, account, clientId))
      if (task.isPassed) return nothingDone({ kind: 'none', target: size(0n) }, size(0n))
      const shares = await sharesOf(deps, account)
      decided = decideNow(deps, task, { account, shares })
      return decided.decision.kind === 'order' ? undefined : nothingDone(decided.decision, decided.held)
    },
    command: (account) => ({ kind: 'order', terms: termsOf(task, decided?.decision, account) }),
    answer: (account, events) => resultOf(decided, account, events, clientId),
  })
}

async function sharesOf({ trading, tracked }: Deps, account: LiveAccount): Promise<CopyShares> {
  const shares = tracked.get(account.id)
  if (shares === undefined) throw new AppError('conflict', { reason: 'account_closed' })
  if (shares.seq !== account.state.seq) await account.stored
  if (shares.seq !== account.state.seq) await tracked.catchUp(trading.broker.repository, account.id)
  return shares
}

type At = { readonly account: LiveAccount; readonly shares: CopyShares }

function decideNow(deps: Deps, task: StepTask, at: At): { readonly decision: CopyDecision; readonly held: Size } {
  const { copy, signal, cycle } = task
  const held = size(partOf(at.shares, copy.id, signal.symbol) + underWay(at.account.state, copy.id, signal.symbol))
  const market = deps.trading.followed.markets.get(signal.symbol)
  if (market === undefined) return { decision: { kind: 'skip', target: size(0n), reason: 'staleBook' }, held }
  const view = viewOf(deps, task, { ...at, market, held })
  // Without a cycle the allocation is 0, so nothing is opened.
  const ratio = cycle === undefined ? NOTHING : { allocation: copy.allocation, equity: cycle.equity }
  return { decision: decideCopy({ signal, ratio, limits: copy.limits, view }), held }
}

const NOTHING = { allocation: microUsdc(0n), equity: microUsdc(1n) }

function viewOf(
  deps: Deps,
  { copy, signal, cycle, isCircular }: StepTask,
  at: At & { readonly market: Market; readonly held: Size },
): CopyView {
  const { account, shares, market, held } = at
  const now = account.turn().now
  const leftAt = shares.copies.get(copy.id)?.parts.get(signal.symbol)?.leftAt
  return {
    part: held,
    net: account.state.positions.get(signal.symbol)?.size ?? size(0n),
    lot: market.instrument.lot,
    minNotional: market.instrument.minNotional,
    reference: (signal.position > held ? market.asks : market.bids)[0]?.[0] ?? market.mark,
    isFresh: isFresh(market, now) && account.hasMarks(),
    now,
    speed: deps.speed(),
    isPaused: copy.state !== 'active',
    isInCycle: cycle !== undefined && cycle.fromSeq > copy.leaderSeq && (leftAt === undefined || leftAt < cycle.startedAt),
    isCircular,
    isSameSource: true,
    losses: lossesNow(copy, shares, marksOf(deps.trading), now),
  }
}

const BPS = 10_000n

/** A market order within the follower's price limit; a new position uses the leader's leverage. */
function termsOf({ copy, signal, leverage, key }: StepTask, decision: CopyDecision | undefined, account: LiveAccount): OrderTerms {
  if (decision?.kind !== 'order') throw new Error('a step without an order has no terms')
  const { side, size: amount, isReduceOnly } = decision
  const terms = plainTerms({ clientId: copyClientId(copy.id, key), symbol: signal.symbol, side, size: amount })
  const isNew = !account.state.positions.has(signal.symbol)
  const isOpening = decision.target !== 0n
  return {
    ...terms,
    isReduceOnly,
    // Closing uses the default limit: waiting for a better price may increase the loss.
    slippage: isOpening ? fraction((FRACTION_ONE * BigInt(copy.limits.maxMoveBps)) / BPS) : undefined,
    ...(isNew && leverage !== undefined && { leverage, margin: 'cross' as const }),
  }
}

const nothingDone = (decision: CopyDecision, held: Size): StepResult => ({
  decision,
  held,
  filled: size(0n),
  paid: 0n,
  fee: microUsdc(0n),
  refused: undefined,
})

type Fills = Pick<StepResult, 'filled' | 'paid' | 'fee'>

function fillsIn(events: readonly TradingEvent[], clientId: string): Fills {
  let [filled, paid, fee] = [0n, 0n, 0n]
  for (const event of events) {
    if (event.kind !== 'filled' || event.clientId !== clientId) continue
    filled += event.size
    paid += event.notional
    fee += event.fee
  }
  return { filled: size(filled), paid, fee: microUsdc(fee) }
}

function resultOf(
  decided: { readonly decision: CopyDecision; readonly held: Size } | undefined,
  account: LiveAccount,
  events: readonly TradingEvent[],
  clientId: string,
): StepResult {
  const fills = fillsIn(events, clientId)
  const reason = account.state.orders.get(clientId)?.reason ?? events.find((event) => event.kind === 'refused')?.reason
  const isPending = account.state.orders.get(clientId)?.state === 'pending'
  return {
    decision: decided?.decision,
    held: decided?.held ?? size(0n),
    ...fills,
    refused: fills.filled === 0n ? reason : undefined,
    isPending,
  }
}

type Before = Fills & Pick<StepResult, 'isPending'> & { readonly reason: string | undefined }

async function resultBefore({ broker }: ActiveTrading, account: LiveAccount, clientId: string): Promise<Before> {
  await account.stored
  const order = account.state.orders.get(clientId)
  const rows = await broker.repository.fills({ accountId: account.id, before: undefined, limit: 100, clientId })
  return { ...fillsIn(rows.map(eventOfRow), clientId), isPending: order?.state === 'pending', reason: order?.reason }
}

const repeated = ({ refused }: CommandAnswer, { reason, ...before }: Before): StepResult => ({
  decision: undefined,
  held: size(0n),
  ...before,
  refused: refused ?? (before.filled === 0n ? reason : undefined),
})
