import type { Warming } from '@aerie/wire/market/forecasts'
import type { WarmUpProgress } from './forecast-keeper.ts'
import type { ForecastRow } from './forecast-repository.ts'

/** A day for the model, and a day more before the random walk knows 24 h returns. */
const CANDLES_NEEDED = 48

/** What a coin without any forecast waits for. */
export function warmingUp(symbol: string, { candles, isOpen, isSettled, since }: WarmUpProgress): Warming {
  const facts = { since, candles, candles_needed: CANDLES_NEEDED }
  if (candles < CANDLES_NEEDED && isSettled) {
    const detail = `There is too little history for a forecast of ${symbol}: ${candles} of the ${CANDLES_NEEDED} hours it needs.`
    return { ...facts, missing: 'history', detail }
  }
  if (isOpen && candles >= CANDLES_NEEDED) {
    return { ...facts, missing: 'first-forecast', detail: `The first forecast for ${symbol} is being made.` }
  }
  const soFar = `${candles.toLocaleString('en-US')} ${candles === 1 ? 'hour' : 'hours'} so far`
  const detail = `The price history of ${symbol} is still loading: ${soFar}. The first forecast follows automatically.`
  return { ...facts, missing: 'history', detail }
}

/** What waits when the newest forecast's own hour is over. */
export const overdue = ({ symbol, hours, dueAt, candles }: ForecastRow): Warming => ({
  missing: 'next-hour',
  detail: `The latest forecast of ${symbol} for ${hours} h was due at ${utcText(dueAt)}; the next one needs a newly closed hour.`,
  since: dueAt,
  candles,
  candles_needed: CANDLES_NEEDED,
})

/** What a scorecard without outcomes waits for, by its first forecast. */
export const beforeOutcome = ({ symbol, hours, issuedAt, dueAt, candles }: ForecastRow): Warming => ({
  missing: 'first-outcome',
  detail: `The first forecast of ${symbol} for ${hours} h was made at ${utcText(issuedAt)} and can be scored at ${utcText(dueAt)}.`,
  since: issuedAt,
  candles,
  candles_needed: CANDLES_NEEDED,
})

const utcText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
