import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import type { FromNowService } from '../../forecast/index.ts'
import type { ShownForecast } from './entry-facts.ts'

const HOURS = 24

/** Available synchronously, because a fill is booked in one turn. At most one second older than the user's view. */
export function shownForecasts(forecasts: Pick<FromNowService, 'newestIssued'>) {
  let newest: ReadonlyMap<string, ShownForecast> = new Map()
  const read = async (): Promise<void> => {
    const found = await Promise.allSettled(PREDICTED_SYMBOLS.map(async (symbol) => [symbol, await shownOf(forecasts, symbol)] as const))
    newest = new Map(found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
  }
  let stop = (): void => undefined
  return {
    of: (symbol: string): ShownForecast | undefined => newest.get(symbol),
    read,
    start: (): void => {
      stop = every(SECOND_MS, read, { atOnce: true })
    },
    stop: (): void => stop(),
  }
}

async function shownOf(forecasts: Pick<FromNowService, 'newestIssued'>, symbol: string): Promise<ShownForecast> {
  const { chain, seq, issuedAt, hash } = await forecasts.newestIssued(symbol, HOURS)
  return { chain: String(chain), seq, issuedAt, hours: HOURS, hash: hash.toString('hex') }
}
