import '../platform/browser/zod-config.ts'
import type { AssetRow as Row } from '@aerie/wire/market/market'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { AssetRow, PlaceholderRows, UNKNOWN_RANGE } from '../areas/home/index.ts'
import { SupplyText, sparklinePath } from '../areas/market/index.ts'
import type { HomeParts } from './fill-home.ts'
import { Screens } from './screens.tsx'
import { BadgeFace, WAITING } from './shell/source-badge.tsx'

export const renderGuestHome = (): string =>
  renderToString(
    <StaticRouter location="/">
      <Screens />
    </StaticRouter>,
  )

export const renderHomeParts = (): HomeParts => ({
  placeholder: renderToString(<PlaceholderRows />),
  firstRow: rowTemplate(true),
  otherRow: rowTemplate(false),
  unknownBadge: renderToString(<BadgeFace badge={undefined} />),
  badges: {
    LIVE: renderToString(<BadgeFace badge="LIVE" />),
    SIMULATED: renderToString(<BadgeFace badge="SIMULATED" />),
    REPLAY: renderToString(<BadgeFace badge="REPLAY" />),
    STALE: renderToString(<BadgeFace badge="STALE" />),
  },
  unknownDetail: WAITING,
  unknownRange: `aria-live="polite">${UNKNOWN_RANGE}</p>`,
  pager: '<nav aria-label="Pages of the list"',
  supplyNote: renderToString(<SupplyText className="px-3 pt-2" />),
})

const CLOSES = [1, 2]
const RANK = 404_040
const ROW: Row = {
  symbol: '{{symbol}}',
  name: '{{name}}',
  logo: '{{logo}}',
  brand: { color: '#000000' },
  price: null,
  marketCap: null,
  volume: null,
  circulatingSupply: null,
  closes: { '1h': null, '24h': null, '7d': null },
  rank: RANK,
  as_of: null,
  quote: 'USD',
  sparkline: CLOSES,
}
const FIGURE = /(<span data-words=""[^>]*>)?(<\/span>)?(<span data-figure="(\w+)"[^>]*)><\/span>/g

type FigureParts = [words: string | undefined, end: string | undefined, figure: string, name: string]

function withPlaceholders(_whole: string, ...[openTag, end, figure, name]: FigureParts): string {
  const before = openTag === undefined ? (end ?? '') : `${openTag}{{beside:${name}}}</span>`
  return `${before}${figure}{{attributes:${name}}}>${openTag === undefined ? `{{inside:${name}}}` : ''}{{text:${name}}}</span>`
}

function rowTemplate(isEntry: boolean): string {
  const markup = renderToStaticMarkup(<AssetRow row={ROW} rank={RANK} isSelected={false} isEntry={isEntry} />)
  // React puts a preload of the logo before it, which is invalid inside a table.
  const row = markup.slice(markup.indexOf('<tr'))
  return [
    [String(RANK), '{{rank}}'],
    [`<path d="${sparklinePath(CLOSES)}"></path>`, '{{line}}'],
    ['data-age="">', 'data-age="">{{age}}'],
    ['<tr', '<tr{{stale}}'],
  ].reduce((text, [place = '', replacement = '']) => marked(text, place, replacement), row.replaceAll(FIGURE, withPlaceholders))
}

function marked(text: string, place: string, replacement: string): string {
  if (text.split(place).length !== 2) throw new Error(`a row of Home has no single ${place}: ${text}`)
  return text.replace(place, () => replacement)
}
