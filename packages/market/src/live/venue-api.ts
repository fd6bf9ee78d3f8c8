import { type EpochMs, epochMs, SECOND_MS } from '@aerie/core/time'
import type { Environment } from '@aerie/upstream/environment'
import { type RestCall, RestClient, type RestProvider } from '@aerie/upstream/rest-client'
import { roundTrip, type TimeReading, type VenueClock } from '@aerie/upstream/venue-clock'
import type { BaseInterval } from '../market-source.ts'
import type { HistoryPart } from './exchange-feed.ts'
import type { ListedPair } from './pairs.ts'

/** Questions for the time in one measurement; fewer where two quick answers agree. */
const READINGS_MOST = 4
const QUICK_MS = 50
/** A venue that has said nothing for this long is asked for its time before candles are taken for closed. */
const SILENT_MS = 2 * SECOND_MS

/** What {@link VenueApi} is made of: the provider, the clock that it sets, and the question for the venue's time. */
export type VenueApiDeps = {
  readonly provider: RestProvider
  readonly venueClock: VenueClock
  readonly env: Environment
  readonly time: RestCall<EpochMs>
}

/** The REST side of an exchange, as far as all exchanges are alike. */
export class VenueApi {
  readonly client: RestClient
  readonly #deps: VenueApiDeps
  #reading: Promise<TimeReading> | undefined

  constructor(deps: VenueApiDeps) {
    this.#deps = deps
    this.client = new RestClient(deps.provider, deps.env)
  }

  /** Asks the time once and sets the venue's clock by the answer. Rejects with an UpstreamError. */
  async tellTime(): Promise<void> {
    this.#deps.venueClock.tell(await this.#readTime())
  }

  /** Sets the venue's clock by the best of several answers. Rejects with an UpstreamError where there is none. */
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
    this.#deps.venueClock.tell(bestOf(readings))
  }

  /**
   * Up to when candles have closed for certain by the venue's own clock, `to` at most. Rejects with an UpstreamError where the venue
   * does not tell its time.
   */
  async closedBy(to: EpochMs): Promise<EpochMs> {
    const { venueClock } = this.#deps
    if (to > venueClock.certain() && venueClock.silentMs() > SILENT_MS) await this.tellTime()
    return epochMs(Math.min(to, venueClock.certain()))
  }

  /** The stream delivers: whatever broke is asked again at once. */
  reset(): void {
    this.client.gate.reset()
  }

  close(): void {
    this.client.close()
  }

  /** One question at a time: who shared another's answer would not know when it was asked. */
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

/** Whether both may be right: their errors are half of their round trips at most, and venues answer in whole milliseconds. */
const agree = (a: TimeReading, b: TimeReading): boolean => Math.abs(offsetOf(a) - offsetOf(b)) <= (roundTrip(a) + roundTrip(b)) / 2 + 2

/** The quickest reading that most others agree with: an absurd answer may come quickly, too. */
function bestOf(readings: readonly TimeReading[]): TimeReading {
  const quickest = readings.toSorted((a, b) => roundTrip(a) - roundTrip(b))
  const isUsual = (one: TimeReading): boolean => 2 * readings.filter((other) => agree(one, other)).length > readings.length
  const best = quickest.find(isUsual) ?? quickest[0]
  if (best === undefined) throw new Error('there is a reading, or the question has failed')
  return best
}

/** Candles of one pair that opened in `[from, to)`. */
export type CandleSpan = {
  readonly pair: string
  readonly interval: BaseInterval
  readonly from: EpochMs
  readonly to: EpochMs
  readonly signal?: AbortSignal
}

/** What every exchange answers by REST. Each rejects with an UpstreamError. */
export interface VenueRest {
  readonly api: VenueApi
  /** Base asset to pair, of what trades against `quote` now. */
  listed(quote: string): Promise<Map<string, ListedPair>>
  /** Candles that have closed by the venue's clock, ascending, each open time once; what is missing stays missing. */
  candles(span: CandleSpan): Promise<HistoryPart>
}
