// @ts-check
/** Allowlist for logos: shapes and paint only, no scripts, external resources or links. */
const ELEMENTS = new Set(
  'svg g path circle ellipse rect polygon polyline line defs clipPath mask linearGradient radialGradient stop use text title'.split(' '),
)
const ATTRIBUTES = new Set(
  [
    'xmlns viewBox width height fill fill-rule fill-opacity clip-rule clip-path clipPathUnits d id cx cy r rx ry fx fy x y x1 x2 y1 y2',
    'points transform stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity opacity mask maskUnits',
    'gradientUnits gradientTransform offset stop-color stop-opacity mask-type href text-anchor font-family font-size font-weight letter-spacing',
    'dominant-baseline',
  ]
    .join(' ')
    .split(' '),
)

/**
 * A thin grey edge, so that a white logo keeps its shape on a light page and a black one on a dark page.
 *
 * @param {number} size of the box
 */
const rim = (size) =>
  `<circle cx="${size / 2}" cy="${size / 2}" r="${size * 0.486}" stroke="#808080" stroke-opacity=".4" stroke-width="${size * 0.028}"/>`

/**
 * An icon of the set as a round, self-contained picture: whitespace and classes dropped, every element and attribute
 * held against a list, references only within the file.
 *
 * @param {string} source the icon's SVG
 * @returns {string}
 */
export function roundIcon(source) {
  const box = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(source)
  if (!box?.[1] || box[1] !== box[2]) throw new Error('an icon needs a square viewBox that begins at 0 0')
  const inner = source
    .replace(/^[\s\S]*?<svg[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace(/\s+(class|data-[\w-]+)="[^"]*"/g, '')
    .replace(/style="mask-type: ?(\w+);?"/g, 'mask-type="$1"')
    .replace(/xlink:href=/g, 'href=')
    .replace(/>\s+</g, '><')
    .trim()
  const half = Number(box[1]) / 2
  const root = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box[1]} ${box[1]}" fill="none">`
  const clip = `<clipPath id="round"><circle cx="${half}" cy="${half}" r="${half}"/></clipPath>`
  const icon = `${root}${clip}<g clip-path="url(#round)">${inner}</g>${rim(half * 2)}</svg>\n`
  refuseForeign(icon)
  return icon
}

const TAG = /<([a-zA-Z][\w:-]*)((?:\s+[\w:-]+="[^"]*")*)\s*\/?>/g

/** @param {string} svg */
function refuseForeign(svg) {
  for (const [, element, attributes = ''] of svg.matchAll(TAG)) {
    if (!ELEMENTS.has(String(element))) throw new Error(`element <${element}> is not allowed in a logo`)
    for (const [, name = '', value = ''] of attributes.matchAll(/([\w:-]+)="([^"]*)"/g)) refuseForeignAttribute(name, value)
  }
  const left = svg.replace(TAG, '').replace(/<\/[\w:-]+>/g, '')
  if (/[<>&]/.test(left)) throw new Error('a logo has markup that was not understood')
}

/** @param {string} name @param {string} value */
function refuseForeignAttribute(name, value) {
  if (!ATTRIBUTES.has(name)) throw new Error(`attribute ${name} is not allowed in a logo`)
  const refers = name === 'href' || value.includes('url(')
  if (refers && !/^(url\()?#[\w-]+\)?$/.test(value)) throw new Error(`reference ${value} leaves the file`)
}

/** @param {string} color #RRGGBB @returns {number} relative luminance (WCAG 2.2) */
function luminance(color) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** @param {string} one @param {string} other @returns {number} contrast ratio of two colours, 1 to 21 (WCAG 2.2) */
export function contrast(one, other) {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const INKS = ['#FFFFFF', '#000000']
const SIZES = [0, 13, 10.5, 7.9]

/**
 * Up to three letters that stand for a symbol and are no other coin's ticker: ETHFI must not wear ETH.
 *
 * @param {string} symbol
 * @param {ReadonlySet<string>} tickers
 */
export function initials(symbol, tickers) {
  const start = symbol.slice(0, 3)
  return start !== symbol && tickers.has(start) ? `${symbol[0]}${symbol.slice(-2)}` : start
}

/**
 * The monogram of a coin with no icon: its initials on the brand colour, in whichever ink reads
 * better on it. *
 * @param {string} letters one to three
 * @param {string} color #RRGGBB
 * @returns {string}
 */
export function monogram(letters, color) {
  const ink = INKS.reduce((best, one) => (contrast(one, color) > contrast(best, color) ? one : best))
  const font = `font-family="Inter,system-ui,sans-serif" font-size="${SIZES[letters.length]}" font-weight="700"`
  const text = `<text x="12" y="12" fill="${ink}" ${font} text-anchor="middle" dominant-baseline="central">${letters}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none"><circle cx="12" cy="12" r="12" fill="${color}"/>${rim(24)}${text}</svg>\n`
  refuseForeign(svg)
  return svg
}
