import { setImmediate as nextTurn } from 'node:timers/promises'
import { copyOfOrder } from '@aerie/copy/follow-graph'
import { type CopySimulation, type PastFill, type PastMarket, simulateCopy } from '@aerie/copy/simulate'
import { microUsdc, size, usdcText } from '@aerie/core/numbers/units'
import { DAY_MS, HOUR_MS, SECOND_MS } from '@aerie/core/time'
import { QueueFullError, serialQueue } from '@aerie/runtime/serial-queue'
import type { TradingEvent } from '@aerie/trading/events'
import { COPY_DEFAULTS, type CopySimulationAnswer, type SimulateBody } from '@aerie/wire/copies'
import type { Database } from '../../db/client.ts'
import { AppError } from '../../plugins/app-error.ts'
import type { MarketService } from '../market/market-service.ts'
import { eventOfRow } from '../trading/accounts/account-loader.ts'
import type { ActiveTrading } from '../trading/trading-service.ts'
import { copyRepository } from './copy-repository.ts'
import { COPY_WORDS, logReasonText } from './copy-words.ts'
import { usdcField } from './new-copies.ts'

type Deps = { readonly db: Database; readonly market: Pick<MarketService, 'candles' | 'hub'>; readonly active: () => ActiveTrading }

const SPAN_MS = 90 * DAY_MS
/** The newest: each costs some microseconds, and they are decided in one go. */
const MOST_FILLS = 2_000
const MOST_EVENTS = 10_000
const MOST_COINS = 20
const MOST_POINTS = 400
const MOST_WAITING = 20
const DEFAULT_LATENCY_MS = 1_000

/** What following would have brought; one at a time in this process, and one a user. */
export const copySimulations = (deps: Deps) => {
  const queue = serialQueue({ maxWaiting: MOST_WAITING })
  const busy = new Set<string>()
  return async (userId: string, body: SimulateBody): Promise<CopySimulationAnswer> => {
    if (busy.has(userId)) throw tooMany(COPY_WORDS.busy)
    busy.add(userId)
    try {
      return await queue.run(() => simulate(deps, body))
    } catch (error) {
      throw error instanceof QueueFullError ? tooMany(COPY_WORDS.crowded) : error
    } finally {
      busy.delete(userId)
    }
  }
}

const tooMany = (detail: string): AppError => new AppError('rate_limited', { detail, retryAfterSeconds: 1 })

async function simulate(deps: Deps, body: SimulateBody): Promise<CopySimulationAnswer> {
  const { broker, followed } = deps.active()
  const leader = await copyRepository(deps.db).openLeader(body.leader)
  if (leader === undefined) throw new AppError('not_found', { detail: COPY_WORDS.noLeader })
  const row = await broker.repository.openAccount(leader.userId, broker.source.id, 'paper')
  if (row === undefined) throw new AppError('rule_broken', { word: 'leader_source', detail: COPY_WORDS.source })
  const until = followed.now()
  const { fills, isCut } = await pastFills(broker, row.id, until - SPAN_MS)
  const markets = await pastMarkets(deps, fills, until)
  await nextTurn()
  const limits = limitsOf(body)
  const result = simulateCopy({
    fills,
    markets,
    allocation: microUsdc(usdcField('allocation', body.allocation)),
    limits,
    latencyMs: body.latency_ms ?? DEFAULT_LATENCY_MS,
    until,
  })
  const span = { from: fills[0]?.at ?? until - SPAN_MS, to: until }
  return answerOf(result, { ...span, fills: fills.length, isCut, kind: broker.source.kind })
}

const limitsOf = (body: SimulateBody) => ({
  perTrade: microUsdc(usdcField('per_trade_limit', body.per_trade_limit)),
  dailyLoss: microUsdc(usdcField('daily_loss_limit', body.daily_loss_limit)),
  totalLoss: microUsdc(usdcField('total_loss_limit', body.total_loss_limit)),
  maxMoveBps: body.max_move_bps ?? COPY_DEFAULTS.maxMoveBps,
  lateMs: (body.late_s ?? COPY_DEFAULTS.lateS) * SECOND_MS,
  excluded: new Set(body.excluded),
})

type Past = { readonly fills: PastFill[]; readonly isCut: boolean }

/** Own fills of the span, oldest first, each with the cash after it: from the present balance back. */
async function pastFills({ repository }: ActiveTrading['broker'], accountId: string, from: number): Promise<Past> {
  const rows = await repository.postings({ accountId, before: undefined, limit: MOST_EVENTS })
  const balances = await repository.balances(accountId)
  let cash: bigint = balances.find(({ name }) => name === 'user:cash')?.amount ?? 0n
  const fills: PastFill[] = []
  for (const event of rows.map(eventOfRow)) {
    if (event.t < from || fills.length > MOST_FILLS) break
    fills.push(...fillOf(event, cash))
    cash -= cashIn(event)
  }
  return { fills: fills.slice(0, MOST_FILLS).toReversed(), isCut: fills.length > MOST_FILLS || rows.length === MOST_EVENTS }
}

/** What an event brought to the cash of the account. */
const cashIn = (event: TradingEvent): bigint =>
  'lines' in event ? event.lines.reduce((sum, { account, amount }) => (account === 'user:cash' ? sum + amount : sum), 0n) : 0n

function fillOf(event: TradingEvent, cash: bigint): PastFill[] {
  if (event.kind !== 'filled' || copyOfOrder(event.clientId) !== undefined) return []
  const { symbol, side, price, t: at, position } = event
  const signed = size(side === 'buy' ? event.size : -event.size)
  const isMaker = event.liquidity === 'maker'
  return [{ symbol, size: signed, price, isMaker, at, position: position?.size ?? size(0n), cash: microUsdc(cash) }]
}

/** Hourly candles of the coins that are traded most, from a day before the first fill. */
async function pastMarkets({ market, active }: Deps, fills: readonly PastFill[], until: number): Promise<Map<string, PastMarket>> {
  const counts = Map.groupBy(fills, ({ symbol }) => symbol)
  const symbols = [...counts].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MOST_COINS)
  const markets = new Map<string, PastMarket>()
  for (const [symbol] of symbols) {
    const instrument = active().followed.instrument(symbol)
    const span = { from: Math.floor((until - SPAN_MS - DAY_MS) / SECOND_MS), to: undefined, limit: (SPAN_MS + 2 * DAY_MS) / HOUR_MS }
    if (instrument === undefined) continue
    const candles = await market.candles({ symbol, interval: '1h', ...span })
    markets.set(symbol, { lot: instrument.lot, minNotional: instrument.minNotional, takerFee: instrument.fees.taker, candles })
  }
  return markets
}

type Told = {
  readonly from: number
  readonly to: number
  readonly fills: number
  readonly isCut: boolean
  readonly kind: CopySimulationAnswer['source_kind']
}

function answerOf({ copied, skipped, result, fees, slippage, curve }: CopySimulation, told: Told): CopySimulationAnswer {
  const every = Math.max(1, Math.ceil(curve.length / MOST_POINTS))
  const points = curve.filter((_, index) => index % every === 0 || index === curve.length - 1)
  return {
    label: 'simulated',
    source_kind: told.kind,
    from: new Date(told.from).toISOString(),
    to: new Date(told.to).toISOString(),
    fills: told.fills,
    is_cut: told.isCut,
    copied,
    skipped: Object.entries(skipped).map(([reason, count]) => ({ reason, detail: logReasonText(reason), count })),
    result: result === undefined || told.fills === 0 ? null : usdcText(result),
    fees: usdcText(fees),
    slippage: usdcText(slippage),
    curve: points.map(([at, value]) => ({ at: new Date(at).toISOString(), result: usdcText(value) })),
    reason: told.fills === 0 ? COPY_WORDS.noPast : null,
  }
}
