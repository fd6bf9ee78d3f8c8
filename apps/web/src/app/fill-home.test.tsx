import { defined } from '@aerie/core/defined'
import type { AssetsPage, MarketStatus } from '@aerie/wire/market/market'
import { act, cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { receivePage, useAssetsList } from '../platform/live/market/assets-list.ts'
import { setStatus, useMarketState } from '../platform/live/market/market-status.ts'
import { reset } from '../platform/live/market/quotes.ts'
import { T0, tenRows, testPage, testRow, testStatus } from '../platform/live/test/market.ts'
import { homeFiller } from './fill-home.ts'
import { renderGuestHome, renderHomeParts } from './prerender.tsx'
import { Screens } from './screens.tsx'

vi.mock(import('../platform/live/socket/live-client.ts'), () => ({
  startLive: () => undefined,
  sendRequest: vi.fn(),
  sendWatch: vi.fn(),
  joinLive: vi.fn(),
  followUser: async () => undefined,
}))

const fill = homeFiller(renderHomeParts())
const SHELL = renderGuestHome()

beforeEach(() => {
  vi.useFakeTimers({ now: T0, toFake: ['Date'] })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  useAssetsList.setState(useAssetsList.getInitialState(), true)
  useMarketState.setState(useMarketState.getInitialState(), true)
  reset('sim')
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function served(assets: AssetsPage | null, status: MarketStatus): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = fill(SHELL, { assets, status })
  return root
}

function drawn(assets: AssetsPage, status: MarketStatus): HTMLElement {
  const { container } = render(
    <MemoryRouter>
      <Screens />
    </MemoryRouter>,
  )
  act(() => {
    setStatus(status)
    receivePage(assets)
  })
  return container
}

const rowsIn = (root: HTMLElement): string[] => [...root.querySelectorAll('tr[data-symbol]')].map((row) => normal(row.outerHTML))
/** Sorts attributes so that markup can be compared. */
function normal(html: string): string {
  const box = document.createElement('tbody')
  box.innerHTML = html
  for (const element of box.querySelectorAll('*')) {
    const all = [...element.attributes].map(({ name, value }) => [name, value] as const)
    for (const [name] of all) element.removeAttribute(name)
    for (const [name, value] of all.toSorted(([a], [b]) => a.localeCompare(b))) element.setAttribute(name, value)
  }
  return box.innerHTML
}

const UNKNOWN = {
  price: null,
  as_of: null,
  marketCap: null,
  volume: null,
  circulatingSupply: null,
  sparkline: [],
  closes: { '1h': null, '24h': null, '7d': null },
}
const ODD = [
  testRow('BTC', { price: 64_123.45, closes: { '1h': 64_000, '24h': 65_000, '7d': 64_123.45 } }),
  testRow('PEPE', { price: 0.00000893, quote: 'USDT' }),
  testRow('OLD', { as_of: T0 - 3_600_000 }),
  testRow('NEW', UNKNOWN),
]

it.each([
  ['ordinary rows', testPage(tenRows()), testStatus()],
  ['other currencies, unknown figures and stale prices', testPage(ODD), testStatus()],
  [
    'a replay, whose supplies are of today',
    testPage(ODD, { source: 'replay' }),
    testStatus({ source: 'replay', badge: 'REPLAY', speed: 60 }),
  ],
])('matches exactly what the app renders for %s', (_, page, status) => {
  reset(page.source)
  const html = served(page, status)
  const program = drawn(page, status)
  expect(rowsIn(html)).toHaveLength(page.data.length)
  expect(rowsIn(html)).toEqual(rowsIn(program))
  for (const place of [
    '.source-badge > :not(.replay-time)',
    '.source-badge + [role=tooltip]',
    'nav[aria-label="Pages of the list"] p',
    '.market-panel > p.text-11',
  ]) {
    const textOf = (root: HTMLElement) => [...root.querySelectorAll(place)].map(({ textContent }) => textContent).join('')
    expect([place, textOf(html)]).toEqual([place, textOf(program)])
  }
})

it('loads the row icons lazily, as each would otherwise delay the first paint like a document of its own', () => {
  const icons = [...served(testPage(tenRows()), testStatus()).querySelectorAll('.asset-row img')]
  expect(icons).toHaveLength(10)
  expect(icons.filter((icon) => icon.getAttribute('loading') !== 'lazy')).toEqual([])
})

it('escapes names and sources', () => {
  const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script>{{text:price}}$&'`
  const root = served(testPage([testRow('BTC', { name: evil, logo: evil })]), testStatus({ detail: evil }))
  expect(root.querySelectorAll('script, [onerror], img[src="x"]')).toHaveLength(0)
  expect(defined(root.querySelector('.coin-name')).textContent).toBe(evil)
  expect(defined(root.querySelector('.coin-logo')).getAttribute('src')).toBe(evil)
  expect(defined(root.querySelector('.source-badge + [role=tooltip]')).textContent).toContain(evil)
})

it.each([
  ['another page', testPage(tenRows(), { page: 2 })],
  ['another order', testPage(tenRows(), { sort: 'price' })],
  ['an industry', testPage(tenRows(), { industry: 'MEME' })],
  ['no rows', testPage([])],
  ['no market', null],
])('keeps the placeholders for %s, and shows the source of the prices', (_, page) => {
  const root = served(page, testStatus({ badge: 'STALE', detail: 'No answer from the venue.' }))
  expect(root.querySelectorAll('[data-placeholder-row]')).toHaveLength(10)
  expect(root.querySelectorAll('tr[data-symbol]')).toHaveLength(0)
  expect(defined(root.querySelector('.source-badge')).textContent).toBe('STALE')
})

it('marks everything that could pass for current, so that a page without its script can remove it', () => {
  const root = served(testPage(tenRows()), testStatus())
  const marked = [...root.querySelectorAll('[data-from-server]')].map(({ textContent }) => textContent)
  expect(marked.join()).toContain('SIMULATED')
  expect([...root.querySelectorAll('[data-figure]')].every((figure) => figure.closest('[data-from-server]') !== null)).toBe(true)
})
