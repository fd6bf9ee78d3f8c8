import { FRACTION_ONE } from '@aerie/core/numbers/units'
import { FEE_SCHEDULES } from '@aerie/trading/matching/fill'
import type { SourceKind } from '@aerie/wire/market/market'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db/client.ts'
import { ideaChains } from '../../platform/db/schema/social.ts'
import type { MarketService } from '../market/index.ts'

export type SocialMarket = Pick<MarketService, 'hub' | 'sourceId' | 'rules' | 'candles' | 'isKnown' | 'isReader' | 'round'>

const MINUTE_S = 60
const HOUR_S = 3_600

export type IdeaSource = { readonly id: string; readonly kind: SourceKind }
export const sourceOf = (market: SocialMarket): IdeaSource => ({ id: market.sourceId(), kind: market.hub.kind() })

/** In seconds; hours only for an hourly recording. */
export const stepOf = (market: SocialMarket, symbol: string): 60 | 3_600 => {
  const minutes = market.hub.state(symbol)?.rings['1m'].length() ?? 0
  return market.hub.kind() === 'replay' && minutes === 0 ? HOUR_S : MINUTE_S
}

export const feeRateOf = (schedule: Config['PAPER_FEES']): number => Number(FEE_SCHEDULES[schedule].taker) / Number(FRACTION_ONE)

export function tickOf(market: SocialMarket, symbol: string): number | null {
  const tick = Number(market.rules(symbol)?.tick)
  return Number.isFinite(tick) && tick > 0 ? tick : null
}

/** 0 before its first idea; no chain has that number. */
export const chainNumberOf = async (db: Db, sourceId: string): Promise<number> =>
  (await db.select({ number: ideaChains.number }).from(ideaChains).where(eq(ideaChains.sourceId, sourceId)))[0]?.number ?? 0
