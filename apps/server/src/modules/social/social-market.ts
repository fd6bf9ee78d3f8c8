import { FRACTION_ONE } from '@aerie/core/numbers/units'
import { FEE_SCHEDULES } from '@aerie/trading/matching/fees'
import type { SourceKind } from '@aerie/wire/market/market'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import { ideaChains } from '../../db/schema/social.ts'
import type { MarketService } from '../market/market-service.ts'

/** The market as Social reads it. */
export type SocialMarket = Pick<MarketService, 'hub' | 'sourceId' | 'rules' | 'candles' | 'isKnown' | 'round'>

const MINUTE_S = 60
const HOUR_S = 3_600

/** Which market ideas are posted in now. */
export type IdeaSource = { readonly id: string; readonly kind: SourceKind }
export const sourceOf = (market: SocialMarket): IdeaSource => ({ id: market.sourceId(), kind: market.hub.kind() })

/** Step of a coin's candles in seconds: minutes, but for a recording of hours. */
export const stepOf = (market: SocialMarket, symbol: string): 60 | 3_600 => {
  const minutes = market.hub.state(symbol)?.rings['1m'].length() ?? 0
  return market.hub.kind() === 'replay' && minutes === 0 ? HOUR_S : MINUTE_S
}

/** The taker's fee of a schedule, as a fraction. */
export const feeRateOf = (schedule: Config['PAPER_FEES']): number => Number(FEE_SCHEDULES[schedule].taker) / Number(FRACTION_ONE)

/** The price step of a symbol, where its market has one. */
export function tickOf(market: SocialMarket, symbol: string): number | null {
  const tick = Number(market.rules(symbol)?.tick)
  return Number.isFinite(tick) && tick > 0 ? tick : null
}

/** The chain of a source; 0, which none has, before its first idea. */
export const chainNumberOf = async (db: Db, sourceId: string): Promise<number> =>
  (await db.select({ number: ideaChains.number }).from(ideaChains).where(eq(ideaChains.sourceId, sourceId)))[0]?.number ?? 0
