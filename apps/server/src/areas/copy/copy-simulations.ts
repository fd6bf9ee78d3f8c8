import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CopySimulation, simulateCopy } from '@aerie/copy/simulate'
import { microUsdc, usdcText } from '@aerie/core/numbers/units'
import { DAY_MS, SECOND_MS } from '@aerie/core/time'
import { QueueFullError, serialQueue } from '@aerie/runtime/serial-queue'
import { COPY_DEFAULTS, type CopySimulationAnswer, type SimulateBody } from '@aerie/wire/copies'
import type { Database } from '../../platform/db/client.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { MarketService } from '../market/index.ts'
import type { ActiveTrading } from '../trading/index.ts'
import { copyRepository } from './copy-repository.ts'
import { COPY_MESSAGES, logReasonText } from './messages.ts'
import { usdcField } from './new-copies.ts'
import { pastFills } from './simulation/past-fills.ts'
import { pastMarkets } from './simulation/past-markets.ts'

type Deps = { readonly db: Database; readonly market: Pick<MarketService, 'candles' | 'hub'>; readonly active: () => ActiveTrading }

const SPAN_MS = 90 * DAY_MS
const MOST_POINTS = 400
const MOST_WAITING = 20
const DEFAULT_LATENCY_MS = 1_000

/** One at a time per process, one per user. */
export const copySimulations = (deps: Deps) => {
  const queue = serialQueue({ maxWaiting: MOST_WAITING })
  const busy = new Set<string>()
  return async (userId: string, body: SimulateBody): Promise<CopySimulationAnswer> => {
    if (busy.has(userId)) throw tooMany('Your last simulation is still running.')
    busy.add(userId)
    try {
      return await queue.run(() => simulate(deps, body))
    } catch (error) {
      throw error instanceof QueueFullError ? tooMany('Many simulations are running at the moment.') : error
    } finally {
      busy.delete(userId)
    }
  }
}

const tooMany = (detail: string): AppError => new AppError('rate_limited', { detail, retryAfterSeconds: 1 })

async function simulate(deps: Deps, body: SimulateBody): Promise<CopySimulationAnswer> {
  const { broker, followed } = deps.active()
  const leader = await copyRepository(deps.db).openLeader(body.leader)
  if (leader === undefined) throw new AppError('not_found', { detail: COPY_MESSAGES.noLeader })
  const row = await broker.repository.openAccount(leader.userId, broker.source.id, 'paper')
  if (row === undefined) throw new AppError('rule_broken', { reason: 'leader_source', detail: COPY_MESSAGES.source })
  const until = followed.now()
  const { fills, isCut } = await pastFills(broker, row, until - SPAN_MS)
  const latencyMs = body.latency_ms ?? DEFAULT_LATENCY_MS
  const markets = await pastMarkets({ market: deps.market, followed }, fills, { from: until - SPAN_MS, until, latencyMs })
  await nextTurn()
  const limits = limitsOf(body)
  const result = simulateCopy({
    fills,
    markets,
    allocation: microUsdc(usdcField('allocation', body.allocation)),
    limits,
    latencyMs,
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

type SimulationInput = {
  readonly from: number
  readonly to: number
  readonly fills: number
  readonly isCut: boolean
  readonly kind: CopySimulationAnswer['source_kind']
}

function answerOf(
  { copied, byMinutes, skipped, result, fees, slippage, curve }: CopySimulation,
  input: SimulationInput,
): CopySimulationAnswer {
  const every = Math.max(1, Math.ceil(curve.length / MOST_POINTS))
  const points = curve.filter((_, index) => index % every === 0 || index === curve.length - 1)
  return {
    label: 'simulated',
    source_kind: input.kind,
    from: new Date(input.from).toISOString(),
    to: new Date(input.to).toISOString(),
    fills: input.fills,
    is_cut: input.isCut,
    copied,
    by_minutes: byMinutes,
    skipped: Object.entries(skipped).map(([reason, count]) => ({ reason, detail: logReasonText(reason), count })),
    result: result === undefined || input.fills === 0 ? null : usdcText(result),
    fees: usdcText(fees),
    slippage: usdcText(slippage),
    curve: points.map(([at, value]) => ({ at: new Date(at).toISOString(), result: usdcText(value) })),
    reason: input.fills === 0 ? 'The leader has no trades of the last 90 days in this market.' : null,
  }
}
