import { type Price, price } from '@aerie/core/numbers/units'
import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { TradingEvent } from '@aerie/trading/events'
import { FEE_SCHEDULES } from '@aerie/trading/matching/fill'
import type { AccountState } from '@aerie/trading/state'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/db/client.ts'
import type { MarketService } from '../../market/index.ts'
import { accountHistory, type OpenTrips, type TradedAccount, type TripKeeper } from '../../trading/index.ts'
import { AccountTrips, type Missed, type SeenPrice } from './account-trips.ts'
import { FIRST_HASH, type ShownForecast } from './entry-facts.ts'
import { storedTrip } from './live-trip.ts'
import { StopWatch } from './stop-watch.ts'
import { tripRepository } from './trip-repository.ts'

type Deps = {
  readonly db: Db
  readonly logger: FastifyBaseLogger
  readonly market: Pick<MarketService, 'candles'>
  readonly forecastOf: (symbol: string) => ShownForecast | undefined
  readonly schedule: keyof typeof FEE_SCHEDULES
  readonly pace?: TripPace
}

export type TripPace = {
  readonly saveMs: number
  readonly mendMs: number
}

const PACE: TripPace = { saveMs: 15 * SECOND_MS, mendMs: 10 * SECOND_MS }
const EVENTS_PAGE = 5_000
const MOST_MINUTES = 20_000
const MINUTE_S = MINUTE_MS / SECOND_MS

type FillEvent = Extract<TradingEvent, { kind: 'filled' }>

export function takerRateOf(event: FillEvent, present: keyof typeof FEE_SCHEDULES) {
  const named = 'schedule' in event ? String(event.schedule) : present
  const known = Object.entries(FEE_SCHEDULES).find(([name]) => name === named)
  return (known?.[1] ?? FEE_SCHEDULES[present]).taker
}

/** Opens the trips of paper accounts. Activity from before the journal existed is read from events. */
export function tripKeepers(deps: Deps): OpenTrips {
  const trips = tripRepository(deps.db)
  return async (row, state) => {
    const stored = await trips.journal(row.id)
    const open = stored === undefined ? [] : (await trips.openLive(row.id)).map(({ id, body }) => storedTrip(id, body))
    let isCatchingUp = true
    const orders = new StopWatch(stored === undefined ? new Map() : state.orders)
    const account = new AccountTrips({
      row,
      orders,
      open,
      seq: stored?.seq ?? 0,
      number: stored?.number ?? 0,
      head: stored?.head ?? FIRST_HASH,
      forecastOf: (symbol) => (isCatchingUp ? undefined : deps.forecastOf(symbol)),
      takerRate: (event) => takerRateOf(event, deps.schedule),
      isWatched: () => !isCatchingUp,
    })
    await catchUp(deps.db, account, row, state)
    isCatchingUp = false
    return keeperOf(deps, account)
  }
}

async function catchUp(db: Db, account: AccountTrips, row: TradedAccount, state: AccountState): Promise<void> {
  const history = accountHistory(db)
  while (account.seq < state.seq) {
    const page = await history.eventsAfter(row.id, account.seq, Math.min(EVENTS_PAGE, state.seq - account.seq))
    if (page.length === 0) throw new RangeError(`Events after ${account.seq} are missing`)
    account.fold(page)
  }
  for (const { trip } of account.open()) account.missed(trip.symbol)
}

function keeperOf(deps: Deps, account: AccountTrips): TripKeeper {
  const { saveMs, mendMs } = deps.pace ?? PACE
  let savedAt = performance.now()
  let mendedAt = Number.NEGATIVE_INFINITY
  const isDue = (): boolean => account.hasChanged() && performance.now() - savedAt >= saveMs
  return {
    handle: (symbol, mark, at) => {
      if (mark !== undefined) account.handle(symbol, mark, at)
    },
    missed: (symbol) => account.missed(symbol),
    fold: (events) => account.fold(events),
    take: (_now, hasEvents) => {
      if (!hasEvents && !isDue()) return undefined
      savedAt = performance.now()
      return account.take()
    },
    mend: async () => {
      const unfilled = account.unfilled()
      if (unfilled.length === 0 || performance.now() - mendedAt < mendMs) return
      mendedAt = performance.now()
      for (const missed of unfilled) await fill(deps, account, missed)
    },
  }
}

/** Fills a gap from minute candles; left as is if the market does not have all of them. */
async function fill({ market, logger }: Deps, account: AccountTrips, missed: Missed): Promise<void> {
  try {
    const prices = await missedPrices(market, missed)
    if (prices !== undefined) account.fillGap(missed, prices)
  } catch (error) {
    logger.warn({ err: error, symbol: missed.symbol }, 'the candles of a missed time could not be read')
  }
}

/** Highs and lows of the gap's minutes, except the minute of the last fill, which includes earlier prices. */
async function missedPrices(market: Deps['market'], { symbol, gap, filledAt }: Missed): Promise<readonly SeenPrice[] | undefined> {
  const first = Math.floor(gap.from / MINUTE_MS)
  const from = (filledAt <= first * MINUTE_MS ? first : first + 1) * MINUTE_S
  const to = Math.ceil(gap.to / MINUTE_MS) * MINUTE_S
  const minutes = (to - from) / MINUTE_S
  if (minutes <= 0 || minutes > MOST_MINUTES) return undefined
  const candles = await market.candles({ symbol, interval: '1m', from, to, limit: minutes })
  if (candles.length < minutes) return undefined
  return candles.flatMap(({ time, high, low }) => [high, low].map((value) => ({ price: exactPrice(value), at: time * SECOND_MS })))
}

const exactPrice = (value: number): Price => price(BigInt(Math.round(value * 1e12)))
