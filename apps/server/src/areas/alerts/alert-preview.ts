import { backtest } from '@aerie/alerts/backtest'
import { firstPhase } from '@aerie/alerts/condition'
import { marketAlert } from '@aerie/alerts/rule'
import type { Candle } from '@aerie/core/market/candle'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { QueueFullError, serialQueue } from '@aerie/runtime/serial-queue'
import type { AlertPreview } from '@aerie/wire/alerts/alert-rows'
import type { AlertBody } from '@aerie/wire/alerts/alerts'
import { AppError } from '../../platform/http/app-error.ts'
import type { CandleQuery, MarketService } from '../market/index.ts'

export type PreviewMarket = Pick<MarketService, 'candles' | 'sourceId'> & {
  readonly hub: Pick<MarketService['hub'], 'now' | 'kind' | 'ticksOf'>
}

/** Shorter windows need minute candles, limited to the stored days. */
const LEAST_HOURLY_WINDOW_S = 4 * 3_600
const HOURS = { resolution: '1h', lengthMs: HOUR_MS, spanMs: 30 * DAY_MS } as const
const MINUTES = { resolution: '1m', lengthMs: MINUTE_MS, spanMs: 7 * DAY_MS } as const
const MOST_TIMES = 500
/** Queued previews per process; each takes tens of milliseconds. */
const MOST_WAITING = 50

/** One at a time per process and one per user; concurrent requests of a user are rejected. */
export function alertPreviews(market: PreviewMarket) {
  const queue = serialQueue({ maxWaiting: MOST_WAITING })
  const busy = new Set<string>()
  return async (userId: string, body: AlertBody): Promise<AlertPreview> => {
    if (busy.has(userId)) throw tooMany('Your last preview is still running.')
    busy.add(userId)
    try {
      return await queue.run(() => previewOf(market, body))
    } catch (error) {
      throw error instanceof QueueFullError ? tooMany('Many previews are running at the moment.') : error
    } finally {
      busy.delete(userId)
    }
  }
}

const tooMany = (detail: string): AppError => new AppError('rate_limited', { detail, retryAfterSeconds: 1 })

async function previewOf(market: PreviewMarket, body: AlertBody): Promise<AlertPreview> {
  const { symbol } = body
  if (symbol === undefined || marketAlert('a', body) === undefined) throw notPreviewable(body)
  const now = market.hub.now()
  const sourceId = market.sourceId()
  const { resolution, lengthMs, spanMs } = scaleOf(body)
  const query: CandleQuery = {
    symbol,
    interval: resolution,
    from: Math.floor((now - spanMs) / 1000),
    to: undefined,
    limit: spanMs / lengthMs,
  }
  const candles = (await market.candles(query)).filter(({ time }) => time * 1000 + lengthMs <= now)
  const tested = backtest({ ...body, expires_at: undefined }, candles, lengthMs)
  const span = spanOf(candles, lengthMs)
  if (tested === undefined || span === undefined)
    throw new AppError('rule_broken', { detail: `No price history of ${symbol} is stored yet.`, reason: 'not_previewable' })
  return {
    fired: [...tested.fired],
    ...span,
    resolution,
    times: tested.times.slice(-MOST_TIMES).map((ms) => new Date(ms).toISOString()),
    is_met: isMet(body, market.hub.ticksOf([symbol])[0]?.[1]),
    source: sourceId,
    source_kind: market.hub.kind(),
  }
}

const notPreviewable = ({ kind }: AlertBody): AppError =>
  new AppError('rule_broken', {
    detail: `An alert of the kind "${kind}" cannot be previewed on stored candles.`,
    reason: 'not_previewable',
  })

const scaleOf = ({ kind, window_s = 0 }: AlertBody) => (kind !== 'price' && window_s < LEAST_HOURLY_WINDOW_S ? MINUTES : HOURS)

function spanOf(candles: readonly Candle[], lengthMs: number): { from: string; to: string } | undefined {
  const [first, last] = [candles[0], candles.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return { from: new Date(first.time * 1000).toISOString(), to: new Date(last.time * 1000 + lengthMs).toISOString() }
}

/** Only defined for above and below, not for crossings. */
function isMet(body: AlertBody, price: number | undefined): boolean | null {
  const condition = body.kind === 'price' ? marketAlert('a', body)?.alert.condition : undefined
  if (condition === undefined || price === undefined || condition.direction === 'cross') return null
  return firstPhase(condition, price) === 'true'
}
