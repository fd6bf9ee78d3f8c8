import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { BANDS, MEDIAN_INDEX } from '@aerie/forecast/quantile-levels'
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { agentClaims } from '../../../platform/db/schema/agent.ts'
import { forecastChains, forecastScores, forecasts } from '../../../platform/db/schema/forecasts.ts'

export type Issued = { readonly chain: number; readonly seq: number }
type ClaimFilter = { readonly userId: string; readonly symbol?: string | undefined }

const ofForecast = and(eq(forecasts.chain, agentClaims.chain), eq(forecasts.seq, agentClaims.seq))
const ofScore = and(eq(forecastScores.chain, agentClaims.chain), eq(forecastScores.seq, agentClaims.seq))
const ofChain = eq(forecastChains.number, agentClaims.chain)
/** PostgreSQL arrays start at 1. */
const quantile = (index: number): SQL<number> => sql<number>`${forecasts.quantiles}[${index + 1}]`
const band80 = defined(BANDS.find(({ percent }) => percent === 80))

const columns = {
  symbol: forecasts.symbol,
  hours: forecasts.hours,
  issuedAt: forecasts.issuedAt,
  dueAt: forecasts.dueAt,
  anchor: forecasts.anchor,
  quote: forecasts.quote,
  median: quantile(MEDIAN_INDEX),
  low80: quantile(band80.low),
  high80: quantile(band80.high),
  sourceId: forecastChains.sourceId,
  source: forecastChains.sourceKind,
  state: forecastScores.state,
  outcome: forecastScores.outcome,
}

const wantedOnes = ({ userId, symbol }: ClaimFilter) =>
  and(eq(agentClaims.userId, userId), symbol === undefined ? undefined : eq(forecasts.symbol, symbol))

export const claimRepository = (db: Db) => ({
  /** A forecast that was named to this user before keeps its first record. */
  insert: async (userId: string, issued: readonly Issued[], saidAt: Date): Promise<void> => {
    if (issued.length > 0)
      await db
        .insert(agentClaims)
        .values(issued.map((each) => ({ ...each, userId, saidAt })))
        .onConflictDoNothing()
  },
  page: (wanted: ClaimFilter, { offset, limit }: { readonly offset: number; readonly limit: number }) =>
    db
      .select(columns)
      .from(agentClaims)
      .innerJoin(forecasts, ofForecast)
      .innerJoin(forecastChains, ofChain)
      .leftJoin(forecastScores, ofScore)
      .where(wantedOnes(wanted))
      .orderBy(desc(agentClaims.saidAt), desc(agentClaims.chain), desc(agentClaims.seq))
      .offset(offset)
      .limit(limit),
  count: async (wanted: ClaimFilter): Promise<number> =>
    itemAt(await db.select({ n: count() }).from(agentClaims).innerJoin(forecasts, ofForecast).where(wantedOnes(wanted)), 0).n,
})

export type ClaimRow = Awaited<ReturnType<ReturnType<typeof claimRepository>['page']>>[number]
