import type { AssetRow, AssetsPage, MarketStatus } from '@aerie/wire/market/market'
import { rangeText, UNKNOWN_RANGE } from '../areas/home/index.ts'
import { sparklinePath } from '../areas/market/index.ts'
import { DASH } from '../platform/format/figures.ts'
import { ageText } from '../platform/live/market/age-text.ts'
import { FIGURE_NAMES, type FigureName, figureText, isMoney } from '../platform/live/market/figure-text.ts'
import type { Figures } from '../platform/live/market/quotes.ts'

/** Placeholders as they appear in the built page, and their replacements; each `{{name}}` in a row takes a value. */
export type HomeParts = {
  readonly placeholder: string
  readonly firstRow: string
  readonly otherRow: string
  readonly unknownBadge: string
  readonly badges: Readonly<Record<MarketStatus['badge'], string>>
  readonly unknownDetail: string
  readonly unknownRange: string
  readonly pager: string
  readonly supplyNote: string
}

export type HomeData = { readonly assets: AssetsPage | null; readonly status: MarketStatus }

/**
 * Puts the first rows and the badge into Home's HTML on the server (build/static-shell.ts). Requires the list's first page, default order.
 */
export const homeFiller =
  (parts: HomeParts) =>
  (html: string, { assets, status }: HomeData): string => {
    const badged = replaceOnce(html, parts.unknownBadge, shown('span', parts.badges[status.badge]))
    const page = replaceOnce(badged, parts.unknownDetail, escaped(status.detail))
    return assets !== null && isFirst(assets) ? withRows(page, parts, assets, status) : page
  }

function withRows(html: string, parts: HomeParts, assets: AssetsPage, status: MarketStatus): string {
  const page = replaceOnce(html, parts.placeholder, rowsOf(parts, assets, status))
  const ranged = replaceOnce(page, parts.unknownRange, parts.unknownRange.replace(UNKNOWN_RANGE, rangeText(1, assets.data.length)))
  return assets.source === 'replay' ? replaceOnce(ranged, parts.pager, parts.supplyNote + parts.pager) : ranged
}

/** A replacer function: `$&` in a plain replacement string would be interpreted. */
const replaceOnce = (html: string, place: string, text: string): string => html.replace(place, () => text)

/** Temporary content: asset-table.css hides it if the app never loads. */
const shown = (tag: string, inner: string): string => `<${tag} data-from-server="">${inner}</${tag}>`

const isFirst = ({ page, industry, sort, order, data }: AssetsPage): boolean =>
  page === 1 && industry === null && sort === 'marketCap' && order === 'desc' && data.length > 0

const rowsOf = ({ firstRow, otherRow }: HomeParts, { data, source }: AssetsPage, status: MarketStatus): string =>
  shown('tbody', data.map((row, index) => filled(index === 0 ? firstRow : otherRow, valuesOf(row, index + 1, source, status))).join(''))

const filled = (template: string, values: ReadonlyMap<string, string>): string =>
  template.replaceAll(/\{\{([\w:]+)\}\}/g, (_, place: string) => {
    const value = values.get(place)
    if (value === undefined) throw new Error(`nothing fills {{${place}}}`)
    return value
  })

function valuesOf(row: AssetRow, rank: number, source: AssetsPage['source'], status: MarketStatus): ReadonlyMap<string, string> {
  const figures = figuresOfRow(row, source)
  const age = oldAge(figures, status)
  return new Map([
    ['symbol', escaped(row.symbol)],
    ['name', escaped(row.name)],
    ['logo', escaped(row.logo)],
    ['rank', String(rank)],
    ['line', lineOf(row.sparkline)],
    ['stale', age === '' ? '' : ' data-stale=""'],
    ['age', age],
    ...FIGURE_NAMES.flatMap((name) => figurePlaceholders(figures, name)),
  ])
}

function lineOf(closes: readonly number[]): string {
  const path = sparklinePath(closes)
  return path === '' ? '' : `<path d="${path}"></path>`
}

function figurePlaceholders(figures: Figures, name: FigureName): ReadonlyArray<readonly [string, string]> {
  const { text, description, tone } = figureText(figures, name)
  const isNamed = isMoney(name) && text !== DASH && figures.quote !== 'USD'
  const prefix = description === '' ? '' : `${escaped(description)} `
  return [
    [`attributes:${name}`, ` data-tone="${tone}"${isNamed ? ` data-after=" ${figures.quote}"` : ''}`],
    [`beside:${name}`, prefix],
    [`inside:${name}`, description === '' ? '' : `<span class="sr-only">${prefix}</span>`],
    [`text:${name}`, escaped(text)],
  ]
}

function figuresOfRow(row: AssetRow, source: AssetsPage['source']): Figures {
  const price = row.as_of === null ? null : row.price
  return {
    symbol: row.symbol,
    price,
    asOf: price === null ? null : row.as_of,
    quote: row.quote,
    marketCap: row.marketCap,
    marketCapPrice: row.price,
    volume: row.volume,
    circulatingSupply: row.circulatingSupply,
    totalSupply: undefined,
    totalMarketCap: undefined,
    totalMarketCapPrice: null,
    closes: row.closes,
    hasTodaysSupply: source === 'replay',
  }
}

function oldAge({ asOf }: Figures, { market_time, stale_after_ms }: MarketStatus): string {
  const age = asOf === null ? 0 : Math.max(0, market_time - asOf)
  return age > stale_after_ms ? `${ageText(age)} old` : ''
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
