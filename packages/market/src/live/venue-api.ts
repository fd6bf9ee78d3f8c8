import type { EpochMs } from '@aerie/core/time'
import type { Environment } from '@aerie/upstream/environment'
import { type RestCall, RestClient, type RestProvider } from '@aerie/upstream/rest-client'
import type { VenueClock } from '@aerie/upstream/venue-clock'
import type { BaseInterval } from '../market-source.ts'
import type { HistoryPart } from './exchange-feed.ts'
import type { ListedPair } from './pairs.ts'

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

  constructor(deps: VenueApiDeps) {
    this.#deps = deps
    this.client = new RestClient(deps.provider, deps.env)
  }

  /** Asks the time, sets the venue's clock by it. Rejects with an UpstreamError. */
  async tellTime(tries = 3): Promise<void> {
    const { clock } = this.#deps.env
    const askedAt = clock.now()
    const told = await this.client.get({ ...this.#deps.time, tries })
    this.#deps.venueClock.tell(told, askedAt, clock.now())
  }

  /** The stream delivers: whatever broke is asked again at once. */
  reset(): void {
    this.client.gate.reset()
  }

  close(): void {
    this.client.close()
  }
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
