import { type AssetsPage, assetsRequest, type MarketStatus } from '@aerie/wire/market/market'
import * as z from 'zod/mini'
import { pageQuery } from './asset-list.ts'
import type { MarketHub } from './market-hub.ts'
import { assetsQuery } from './market-queries.ts'

/** What the page of Home carries with it, so that its first paint needs no second request. */
export type MarketBoot = { readonly assets: AssetsPage | null; readonly status: MarketStatus }

/** By the query of Home's address; one that is not well-formed shows the first page. `assets` is null before there are coins. */
export function marketBoot(hub: MarketHub, query: Readonly<Record<string, unknown>>): MarketBoot {
  if (!hub.hasCoins()) return { assets: null, status: hub.status() }
  const { page, industry, sort, order } = query
  const asked = z.safeParse(assetsQuery, { page, industry, sort, order })
  const request = asked.success ? asked.data : z.parse(assetsRequest, {})
  return { assets: hub.listPage(pageQuery(request)), status: hub.status() }
}
