import { type AssetsPage, assetsRequest, type MarketStatus } from '@aerie/wire/market/market'
import * as z from 'zod/mini'
import { pageKey, pageQuery } from './asset-list.ts'
import type { MarketHub } from './market-hub.ts'
import { assetsQuery } from './market-queries.ts'

/** What the page of Home carries with it, so that its first paint needs no second request. */
export type MarketBoot = { readonly assets: AssetsPage | null; readonly status: MarketStatus }

/** Which list the query of Home's address asks for, as a key, and that list as it is now; one that is not well-formed asks for the first page. */
export function marketBoot(hub: MarketHub, query: Readonly<Record<string, unknown>>) {
  const { page, industry, sort, order } = query
  const asked = z.safeParse(assetsQuery, { page, industry, sort, order })
  const list = pageQuery(asked.success ? asked.data : z.parse(assetsRequest, {}))
  /** `assets` is null before there are coins. */
  const make = (): MarketBoot => ({ assets: hub.hasCoins() ? hub.listPage(list) : null, status: hub.status() })
  return { key: pageKey(list), make }
}
