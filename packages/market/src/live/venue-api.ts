import { type EpochMs, epochMs, SECOND_MS } from '@aerie/core/time'
import type { Environment } from '@aerie/upstream/environment'
import { type RestCall, RestClient, type RestProvider } from '@aerie/upstream/rest-client'
import { roundTrip, type TimeReading, type VenueClock } from '@aerie/upstream/venue-clock'
import type { BaseInterval } from '../market-source.ts'
import type { HistoryPart } from './exchange-feed.ts'
import type { ListedPair } from './pairs.ts'

/** Time requests per measurement; fewer if two fast responses agree. */
const READINGS_MOST = 4
const QUICK_MS = 50
/** After this much silence, the venue's time is requested before candles count as closed. */
const SILENT_MS = 2 * SECOND_MS

/** Dependencies of {@link VenueApi}. */
export type VenueApiDeps = {
  readonly provider: RestProvider
  readonly venueClock: VenueClock
  readonly env: Environment
  readonly time: RestCall<EpochMs>
}

/** Exchange-independent part of the REST client. */
export class VenueApi {
  readonly client: RestClient
  readonly #deps: VenueApiDeps
  #reading: Promise<TimeReading> | undefined

  constructor(deps: VenueApiDeps) {
    this.#deps = deps
    this.client = new RestClient(deps.provider, deps.env)
  }

  async syncTime(): Promise<void> {
    this.#deps.venueClock.apply(await this.#readTime())
  }

  async measureTime(): Promise<void> {
    const readings: TimeReading[] = []
    while (readings.length < READINGS_MOST) {
      const reading = await this.#readTime().catch((error: unknown) => {
        if (readings.length === 0) throw error
      })
      if (reading === undefined) break
      const isConfirmed = readings.some((other) => agree(other, reading) && roundTrip(other) < QUICK_MS)
      readings.push(reading)
      if (isConfirmed) break
    }
    this.#deps.venueClock.apply(bestOf(readings))
  }

  /** Time up to which candles have certainly closed by the venue's clock, at most `to`. Rejects with an UpstreamError. */
  async closedBy(to: EpochMs): Promise<EpochMs> {
    const { venueClock } = this.#deps
    if (to > venueClock.certain() && venueClock.silentMs() > SILENT_MS) await this.syncTime()
    return epochMs(Math.min(to, venueClock.certain()))
  }

  reset(): void {
    this.client.gate.reset()
  }

  close(): void {
    this.client.close()
  }

  /** One request at a time: sharing another request's response would give a wrong send time. */
  #readTime(): Promise<TimeReading> {
    this.#reading ??= this.#askTime().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #askTime(): Promise<TimeReading> {
    const { time, venueClock } = this.#deps
    let askedAt = venueClock.elapsed()
    const sent = () => {
      askedAt = venueClock.elapsed()
    }
    const venueTime = await this.client.get({ ...time, tries: 1, sent })
    return { venueTime, askedAt, answeredAt: venueClock.elapsed() }
  }
}

const offsetOf = ({ venueTime, askedAt, answeredAt }: TimeReading): number => venueTime - (askedAt + answeredAt) / 2

/** Errors are at most half of each round trip, and venues respond in whole milliseconds. */
const agree = (a: TimeReading, b: TimeReading): boolean => Math.abs(offsetOf(a) - offsetOf(b)) <= (roundTrip(a) + roundTrip(b)) / 2 + 2

/** Fastest reading that most others agree with: an invalid one may be fast, too. */
function bestOf(readings: readonly TimeReading[]): TimeReading {
  const quickest = readings.toSorted((a, b) => roundTrip(a) - roundTrip(b))
  const isUsual = (one: TimeReading): boolean => 2 * readings.filter((other) => agree(one, other)).length > readings.length
  const best = quickest.find(isUsual) ?? quickest[0]
  if (best === undefined) throw new Error('there is a reading, or the question has failed')
  return best
}

/** Candles of a pair that opened in `[from, to)`. */
export type CandleSpan = {
  readonly pair: string
  readonly interval: BaseInterval
  readonly from: EpochMs
  readonly to: EpochMs
  readonly signal?: AbortSignal
}

/** REST calls of every exchange. Each rejects with an UpstreamError. */
export interface VenueRest {
  readonly api: VenueApi
  /** Maps base asset to pair, for pairs trading against `quote`. */
  listed(quote: string): Promise<Map<string, ListedPair>>
  /** Closed candles by the venue's clock, ascending, unique; gaps are not filled. */
  candles(span: CandleSpan): Promise<HistoryPart>
}
