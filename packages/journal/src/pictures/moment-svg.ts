import type { DrawnCandle, MomentPicture } from './moment-picture.ts'

const WIDTH = 640
const HEIGHT = 240
const MARGIN = 28
const BODY = 8
const COLOURS = { ground: '#11151A', up: '#2CCC98', down: '#FF5C6C', entry: '#8A949F', stop: '#FF5C6C', range: '#E3B341', price: '#F2F4F7' }

const tenth = (value: number): string => String(Math.round(value * 10) / 10)
const yOf = (share: number): string => tenth(share * HEIGHT)
const xOf = (share: number): number => share * (WIDTH - MARGIN)
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const wickOf = ({ x, high, low }: DrawnCandle): string => `M${tenth(xOf(x))} ${yOf(high)}V${yOf(low)}`
function bodyOf({ x, top, bottom }: DrawnCandle): string {
  const height = Math.max(1, (bottom - top) * HEIGHT)
  return `M${tenth(xOf(x) - BODY / 2)} ${yOf(top)}h${BODY}v${tenth(height)}h-${BODY}z`
}

function candlesOf(candles: readonly DrawnCandle[], isUp: boolean): string {
  const own = candles.filter((candle) => candle.isUp === isUp)
  const colour = isUp ? COLOURS.up : COLOURS.down
  return own.length === 0
    ? ''
    : `<path stroke="${colour}" d="${own.map(wickOf).join('')}"/><path fill="${colour}" d="${own.map(bodyOf).join('')}"/>`
}

/** Standalone SVG, 640 × 240, dark theme. `title`: plain text. */
export function momentSvg({ candles, levels, range, price }: MomentPicture, title: string): string {
  const right = WIDTH - MARGIN
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none"><title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOURS.ground}"/>`,
    range === null
      ? ''
      : `<rect x="${right + 4}" width="20" y="${yOf(range.top)}" height="${tenth(Math.max(1, (range.bottom - range.top) * HEIGHT))}" fill="${COLOURS.range}" fill-opacity="0.4"/>`,
    ...levels.map(({ kind, y }) => `<path stroke="${COLOURS[kind]}" stroke-dasharray="4 4" d="M0 ${yOf(y)}H${WIDTH}"/>`),
    candlesOf(candles, true),
    candlesOf(candles, false),
    `<circle cx="${right + 14}" cy="${yOf(price)}" r="5" fill="${COLOURS.price}"/></svg>`,
  ].join('')
}
