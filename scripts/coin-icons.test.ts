import { expect, it } from 'vitest'
import { COINS } from '../packages/market/src/catalogue.ts'
import { contrast, initials, monogram, roundIcon } from './coin-icons.mjs'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" class="x">\n <path fill="#F00" d="M0 0h24v24z"/>\n</svg>'

it('makes an icon round and removes everything that does not draw', () => {
  const icon = roundIcon(drawing)
  expect(icon).toContain('clip-path="url(#round)"')
  expect(icon).not.toContain('class=')
})

it.each([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<path d="M0 0" onload="alert(1)"/>'],
  ['an unquoted handler', '<path d="M0 0" onload=alert(1) />'],
  ['a picture from elsewhere', '<image href="https://example.org/a.png"/>'],
  ['a reference out of the file', '<use href="https://example.org/a.svg#a"/>'],
  ['a fill from elsewhere', '<path d="M0 0" fill="url(https://example.org/a.svg#a)"/>'],
  ['foreign markup', '<foreignObject><p>hi</p></foreignObject>'],
])('refuses %s', (_, harm) => {
  expect(() => roundIcon(drawing.replace('</svg>', `${harm}</svg>`))).toThrow(/not allowed|leaves the file|not understood/)
})

it('renders a readable monogram on every brand colour', () => {
  for (const coin of COINS) {
    const ink = /<text[^>]*fill="(#[0-9A-F]{6})"/.exec(monogram('ABC', coin.color))?.[1] ?? coin.color
    expect(contrast(ink, coin.color), coin.symbol).toBeGreaterThan(4.5)
  }
})

it('computes the contrast of black and white', () => expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 6))

it('never uses the ticker of another coin', () => {
  const tickers = new Set(['ETH', 'ETHFI', 'IP', 'BONK'])
  expect(['ETHFI', 'BONK', 'IP'].map((symbol) => initials(symbol, tickers))).toEqual(['EFI', 'BON', 'IP'])
})
