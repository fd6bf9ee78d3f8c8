import type { AssetRow, AssetsPage, MarketStatus } from '@aerie/wire/market/market'
import { rangeText, UNKNOWN_RANGE } from '../features/home/table/range-text.ts'
import { ageText } from '../live/market/age-text.ts'
import { FIGURE_NAMES, type FigureName, figureText, isMoney } from '../live/market/figure-text.ts'
import type { Figures } from '../live/market/quotes.ts'
import { sparklinePath } from '../market-views/figure/sparkline-path.ts'
import { DASH } from '../platform/format/figures.ts'

/** Places of the built page, as it has them, and what they become; each `{{place}}` of a row takes a value. */
export type HomeParts = {
  /** The body of the table before there are rows. */
  readonly placeholder: string
  /** A row, the first one apart: it is where Tab enters the table. */
  readonly firstRow: string
  readonly otherRow: string
  /** The badge's word before the source is known, and with each of its words. */
  readonly unknownBadge: string
  readonly badges: Readonly<Record<MarketStatus['badge'], string>>
  readonly unknownDetail: string
  /** The end of what says which rows these are, before that is known. */
  readonly unknownRange: string
  /** The pager; before it stands, in a replay, what the mark at supplies means. */
  readonly pager: string
  readonly supplyNote: string
}

/** What the server knows of the market when it sends the page. */
export type HomeData = { readonly assets: AssetsPage | null; readonly status: MarketStatus }

/**
 * Home's page with the first rows and the badge as markup, so that they are painted before any script runs. The same as the program
 * draws a moment later: figures, ages and words come from its own code. Runs in the server; see build/static-shell.ts.
 *
 * @returns `html` with rows where `data` is the list's first page in its own order; any other page keeps its placeholders
 */
export const homeFiller =
  (parts: HomeParts) =>
  (html: string, { assets, status }: HomeData): string => {
    const badged = put(html, parts.unknownBadge, shown('span', parts.badges[status.badge]))
    const page = put(badged, parts.unknownDetail, escaped(status.detail))
    return assets !== null && isFirst(assets) ? withRows(page, parts, assets, status) : page
  }

function withRows(html: string, parts: HomeParts, assets: AssetsPage, status: MarketStatus): string {
  const page = put(html, parts.placeholder, rowsOf(parts, assets, status))
  const ranged = put(page, parts.unknownRange, parts.unknownRange.replace(UNKNOWN_RANGE, rangeText(1, assets.data.length)))
  return assets.source === 'replay' ? put(ranged, parts.pager, parts.supplyNote + parts.pager) : ranged
}

/** A function, because `$&` in what is put in would else mean something. */
const put = (html: string, place: string, text: string): string => html.replace(place, () => text)

/** What stands for a while only: asset-table.css takes it away from a page whose program does not come. */
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
    ...FIGURE_NAMES.flatMap((name) => figurePlaces(figures, name)),
  ])
}

function lineOf(closes: readonly number[]): string {
  const path = sparklinePath(closes)
  return path === '' ? '' : `<path d="${path}"></path>`
}

/** As the painter writes them. */
function figurePlaces(figures: Figures, name: FigureName): ReadonlyArray<readonly [string, string]> {
  const { text, words, tone } = figureText(figures, name)
  const isNamed = isMoney(name) && text !== DASH && figures.quote !== 'USD'
  const said = words === '' ? '' : `${escaped(words)} `
  return [
    [`attributes:${name}`, ` data-tone="${tone}"${isNamed ? ` data-after=" ${figures.quote}"` : ''}`],
    [`beside:${name}`, said],
    [`inside:${name}`, words === '' ? '' : `<span class="sr-only">${said}</span>`],
    [`text:${name}`, escaped(text)],
  ]
}

/** As quotes.ts takes a row of which nothing is known yet. */
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
