import { type AssetsPage, assetsRequest, listAssets, type MarketStatus } from '@aerie/wire/market/market'
import * as z from 'zod/mini'
import { pageKey, pageQuery } from './asset-list.ts'
import type { MarketHub } from './market-hub.ts'

/** Embedded in the Home page, so that its first paint needs no second request. */
export type MarketBoot = { readonly assets: AssetsPage | null; readonly status: MarketStatus }

/** List key from the Home URL's query, with the current list; an invalid query means the first page. */
export function marketBoot(hub: MarketHub, query: Readonly<Record<string, unknown>>) {
  const { page, industry, sort, order } = query
  const asked = z.safeParse(listAssets.query, { page, industry, sort, order })
  const list = pageQuery(asked.success ? asked.data : z.parse(assetsRequest, {}))
  const make = (): MarketBoot => ({ assets: hub.hasCoins() ? hub.listPage(list) : null, status: hub.status() })
  return { key: pageKey(list), make }
}
