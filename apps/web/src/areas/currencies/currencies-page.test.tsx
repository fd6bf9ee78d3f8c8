import '../../../test/silent-live-client.ts'
import '../../../test/no-messages.ts'
import { defined } from '@aerie/core/defined'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { receiveBook, useBookState } from '../../platform/live/market/book.ts'
import { setLink, setStatus, useMarketState } from '../../platform/live/market/market-status.ts'
import { applyTicks, reset } from '../../platform/live/market/quotes.ts'
import { T0, testStatus } from '../../platform/live/test/market.ts'
import type { ChartMarks, PriceChartProps } from '../chart/engine/price-chart-props.ts'
import { testAccount, testFill, testOrder, testPosition } from '../trading/test/account.ts'
import { CurrenciesPage } from './currencies-page.tsx'

// The chart needs a canvas and has its own tests.
vi.mock(import('../chart/price-chart.tsx'), () => ({
  PriceChart: ({ symbol, children }: PriceChartProps) => (
    <p>
      {`Chart of ${symbol}`}
      {children}
    </p>
  ),
}))
const marked = vi.hoisted((): { marks: ChartMarks } => ({ marks: {} }))
vi.mock(import('../chart/use-chart-marks.ts'), () => ({
  useChartMarks: (given: ChartMarks) => {
    marked.marks = given
  },
}))

const NAMES = [
  ['BTC', 'Bitcoin'],
  ['ETH', 'Ethereum'],
  ['SOL', 'Solana'],
  ['PYTH', 'Pyth Network'],
] as const
const detailsOf = (ticker: string, price: number | null) => ({
  ticker,
  name: `${ticker} coin`,
  logo: `/coins/${ticker.toLowerCase()}.svg`,
  price,
  marketCap: 2_000_000_000,
  circulatingSupply: 20_000_000,
  totalMarketCap: 2_100_000_000,
  volume: 50_000_000,
  totalSupply: 21_000_000,
  closes: { '1h': 99, '24h': 80, '7d': null },
  quote: 'USD',
  source: 'sim',
  as_of: price === null ? null : T0,
  stale: false,
})
const day = Array.from({ length: 288 }, (_, index) => [T0 / 1000 - (287 - index) * 300, 100, index === 100 ? 130 : 110, 90, 100, 5])
const book = (more: Partial<BookSnapshot> = {}): BookSnapshot => ({
  symbol: 'BTC',
  state: 'known',
  bids: [
    [99.5, 2],
    [99, 3],
  ],
  asks: [[100.5, 1]],
  trades: [[T0 - 1000, 100.25, 0.5, 'sell']],
  quote: 'USD',
  source: 'sim',
  as_of: T0,
  ...more,
})

let answers: Record<string, () => Response>
const json = (data: unknown) => () => Response.json({ data })
const fault = (status: number, code: string) => () =>
  Response.json(
    { type: 'about:blank', title: 'x', status, detail: '', code },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

let place = ''
let goBack: () => void
function LocationProbe() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  place = pathname + search
  goBack = () => void navigate(-1)
  return null
}
const REMS = { small: 24, wide: 80, wider: 90 }
const screenIs = (width: keyof typeof REMS) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: REMS[width] >= Number(/min-width: (\d+)rem/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
const show = (path: string) =>
  act(async () => {
    render(
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="currencies/:currency" element={<CurrenciesPage />} />
        </Routes>
        <LocationProbe />
      </MemoryRouter>,
    )
  })
const nextFrame = () => new Promise(requestAnimationFrame)
const figure = (name: string) => document.querySelector(`[data-figure="${name}"]`)?.textContent
const fact = (title: string) => within(defined(screen.getByText(title).parentElement)).getByRole('definition').textContent

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], now: T0, shouldAdvanceTime: true })
  screenIs('wide')
  queryClient.clear()
  reset('sim')
  useMarketState.setState(useMarketState.getInitialState(), true)
  useBookState.setState({ snapshots: new Map() })
  setStatus(testStatus({ stale_after_ms: 600_000 }))
  setLink('socket')
  answers = {
    '/currencies': json(NAMES.map(([symbol, name]) => ({ symbol, name, logo: `/coins/${symbol.toLowerCase()}.svg` }))),
    '/assets/BTC': json(detailsOf('BTC', 100)),
    '/assets/ETH': json(detailsOf('ETH', 4)),
    '/assets/PYTH': json(detailsOf('PYTH', null)),
    '/candles/BTC?interval=5m&limit=290': json(day),
  }
  vi.stubGlobal('fetch', async (path: string) => (answers[path.replace('/api/v1', '')] ?? fault(404, 'not_found'))())
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('shows the coin, its price and its statistics in the heading', async () => {
  await show('/currencies/BTC')
  await screen.findByText('Bitcoin')
  await waitFor(() => expect(figure('price')).toBe('$100.00'))
  expect(document.title).toBe('Bitcoin (BTC) · Aerie')
  expect([figure('change24h'), figure('change1h')]).toEqual(['up +25.00%', 'up +1.01%'])
  expect(fact('Market Cap')).toBe('$2.00B')
  expect(fact('24h Volume in coins')).toBe('500.00K BTC')
  expect(fact('7d Change')).toBe('not known: there is no price from 7 days ago —')
  expect(screen.getByText('Chart of BTC')).toBeTruthy()
})

it("shows the day's extremes, and keeps a new one that the candles do not include yet, even after the price moves on", async () => {
  await show('/currencies/BTC')
  await waitFor(() => expect(defined(screen.getByText('24h High').parentElement).textContent).toContain('$130.00'))
  expect(defined(screen.getByText('24h Low').parentElement).textContent).toContain('$90.00')
  for (const [at, price] of [140, 80, 100].entries()) {
    await act(async () => {
      applyTicks([['BTC', price, T0 + 1 + at]])
      await nextFrame()
    })
  }
  expect(figure('price')).toBe('$100.00')
  expect(defined(screen.getByText('24h High').parentElement).textContent).toContain('$140.00')
  expect(defined(screen.getByText('24h Low').parentElement).textContent).toContain('$80.00')
})

it('shows no extremes for a day with incomplete candles', async () => {
  answers['/candles/BTC?interval=5m&limit=290'] = json(day.slice(-20))
  answers['/candles/BTC?interval=1h&limit=26'] = json([])
  await show('/currencies/BTC')
  await waitFor(() => expect(defined(screen.getByText('24h High').parentElement).textContent).toContain('—'))
  expect(screen.getAllByText('Not known: the source has less than 24 hours of candles.')).toHaveLength(2)
})

it('shows that the figures could not be loaded, and retries', async () => {
  const good = defined(answers['/assets/BTC'])
  answers['/assets/BTC'] = fault(404, 'not_found')
  await show('/currencies/BTC')
  const notice = defined((await screen.findByText(/The figures for BTC could not be loaded/)).parentElement)
  answers['/assets/BTC'] = good
  fireEvent.click(within(notice).getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(figure('price')).toBe('$100.00'))
})

it('resolves a lower-case symbol to its coin, and keeps the rest of the address', async () => {
  await show('/currencies/btc?panel=trades')
  expect(place).toBe('/currencies/BTC?panel=trades')
})

it('shows that a currency is unknown, and suggests similar ones', async () => {
  await show('/currencies/solanna')
  await screen.findByText('Solana')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Currency not found')
  expect(screen.getByText('SOL').closest('a')?.getAttribute('href')).toBe('/currencies/SOL')
  expect(document.title).toBe('Currency not found · Aerie')
})

it('selects another currency by name with the keyboard, keeps the panel, and Back returns', async () => {
  await show('/currencies/BTC?panel=trades')
  fireEvent.click(screen.getByTitle('Choose a currency'))
  const input = await screen.findByPlaceholderText('Search a currency by name or symbol')
  await screen.findByText('Pyth Network')
  fireEvent.change(input, { target: { value: 'pyth' } })
  await waitFor(() => expect(screen.queryByText('Solana')).toBeNull())
  fireEvent.keyDown(input, { key: 'Enter' })
  await waitFor(() => expect(place).toBe('/currencies/PYTH?panel=trades'))
  expect(screen.getByText(/No predictions for PYTH/)).toBeTruthy()
  act(goBack)
  expect(place).toBe('/currencies/BTC?panel=trades')
})

it('shows the book as a ladder with its spread, source and age, and the trades in a tab of the address', async () => {
  await show('/currencies/BTC')
  expect(screen.getByRole('status', { name: 'Loading the order book of BTC' })).toBeTruthy()
  act(() => receiveBook(book()))
  const rows = within(screen.getByRole('table', { name: 'Order book of BTC' })).getAllByRole('row')
  expect(rows.filter((row) => row.dataset.empty === undefined).map((row) => row.textContent)).toEqual([
    'Price (USD)Size (BTC)Total',
    'Ask 100.501.0001.000',
    'Spread1.00100.00 bps',
    'Bid 99.502.0002.000',
    'Bid 99.003.0005.000',
  ])
  expect(screen.getByText('Simulated market, not real prices, 0 s old')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Grouping' })).toBe(screen.getByDisplayValue('None'))
  expect(screen.queryByText(/Synthetic/)).toBeNull()
  fireEvent.click(screen.getByRole('tab', { name: 'Trades' }))
  expect(place).toBe('/currencies/BTC?panel=trades')
  expect(screen.getByText('Sold at').closest('tr')?.textContent).toContain('100.250.5000')
})

it('shows book and trades together from 90 rem on', async () => {
  screenIs('wider')
  await show('/currencies/BTC')
  act(() => receiveBook(book()))
  expect(within(screen.getByRole('region', { name: 'Order book' })).getByRole('table', { name: 'Order book of BTC' })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Trades' })).getByText('Sold at')).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Trades' })).toBeNull()
})

it('shows a book built from candles as synthetic, with trades without a side', async () => {
  await show('/currencies/BTC')
  act(() => receiveBook(book({ source: 'replay', is_synthetic: true, trades: [[T0 - 1000, 100.25, 0.5, null]] })))
  expect(screen.getByText('Synthetic order book')).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Synthetic order book of BTC' })).toBeTruthy()
  expect(screen.getByText(/^Synthetic, never quoted/)).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'Trades' }))
  expect(screen.getByText('Synthetic trades tape')).toBeTruthy()
  expect(screen.getByText('Traded at').closest('tr')?.textContent).toContain('· Traded at 100.25')
})

it('shows that a source has no book, or that an expected book is missing', async () => {
  await show('/currencies/BTC')
  const empty = { bids: [], asks: [], trades: [] }
  act(() => receiveBook(book({ ...empty, state: 'none' })))
  expect(screen.getByText('This market source has no order book for BTC.')).toBeTruthy()
  act(() => receiveBook(book({ ...empty, state: 'unavailable' })))
  expect(screen.getByText('The order book of BTC is not available')).toBeTruthy()
})

it('shows that the book needs a socket when none can connect', async () => {
  setLink('polling')
  await show('/currencies/BTC')
  expect(screen.getByText('The order book needs the live connection')).toBeTruthy()
})

it('marks an old book as stale, with its age', async () => {
  await show('/currencies/BTC')
  act(() => receiveBook(book({ as_of: T0 - 3_600_000 })))
  expect(screen.getByText(/stale: the order book is 1 h old/)).toBeTruthy()
})

it('shows one part at a time on small screens, by tabs with arrows, in the address', async () => {
  screenIs('small')
  await show('/currencies/BTC')
  expect(screen.queryByLabelText('Amount in BTC')).toBeNull()
  const chart = screen.getByRole('tab', { name: 'Chart' })
  expect(chart.getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(chart, { key: 'ArrowLeft' })
  expect(place).toBe('/currencies/BTC?panel=yours')
  expect(document.activeElement?.textContent).toBe('Yours')
  expect(screen.queryByText('Chart of BTC')).toBeNull()
  const failure = await screen.findByText('Your trading account could not be loaded')
  expect(failure.parentElement?.textContent).toContain('This does not exist or has been removed.')
  expect(screen.getByRole('button', { name: 'New alert' })).toBeTruthy()
})

it('converts while typing, in both directions, and follows the price', async () => {
  await show('/currencies/BTC')
  const coins = screen.getByLabelText<HTMLInputElement>('Amount in BTC')
  const money = screen.getByLabelText<HTMLInputElement>('Amount in USD')
  await waitFor(() => expect(money.value).toBe('100'))
  fireEvent.change(money, { target: { value: '1,000.00' } })
  expect(coins.value).toBe('10')
  await act(async () => {
    applyTicks([['BTC', 125, T0 + 1]])
    await nextFrame()
  })
  expect([coins.value, money.value]).toEqual(['8', '1,000.00'])
  expect(screen.getByText('1 USD = 0.0080 BTC')).toBeTruthy()
  expect(screen.getByText(/^Last price: BTC \d+ s old\. Simulated market, not real prices\.$/)).toBeTruthy()
  fireEvent.change(coins, { target: { value: '1,500' } })
  expect(screen.getByText('“1,500” can mean 1500 or 1.500. Enter one of the two.')).toBeTruthy()
})

it('shows the same price in the header and in the converter in each frame', async () => {
  await show('/currencies/BTC')
  await waitFor(() => expect(screen.getByText('1 BTC = 100.00 USD')).toBeTruthy())
  for (const price of [125, 150]) {
    applyTicks([['BTC', price, T0 + price]])
    await nextFrame()
    expect([figure('price'), screen.getByText(/^1 BTC =/).textContent]).toEqual([`$${price}.00`, `1 BTC = ${price}.00 USD`])
  }
})

it('converts into another coin once its price has arrived, and swaps', async () => {
  await show('/currencies/BTC')
  await waitFor(() => expect(screen.getByText('1 BTC = 100.00 USD')).toBeTruthy())
  fireEvent.change(screen.getByLabelText('Currency of: Amount in USD'), { target: { value: 'ETH' } })
  await act(nextFrame)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Amount in ETH').value).toBe('25'))
  fireEvent.click(screen.getByRole('button', { name: 'Swap the two sides' }))
  expect(screen.getByText('1 BTC = 25.00 ETH')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Amount in ETH'), { target: { value: '50' } })
  expect(screen.getByLabelText<HTMLInputElement>('Amount in BTC').value).toBe('2')
})

it('shows no result when a coin has no price', async () => {
  await show('/currencies/PYTH')
  await screen.findByText('There is no price of PYTH yet.')
  expect(screen.getByLabelText<HTMLInputElement>('Amount in USD').value).toBe('')
  expect(screen.getByText('Waiting for a price.')).toBeTruthy()
})

it("shows the user's own position, orders and fills of the coin, beside the chart and on it", async () => {
  const list = (items: readonly unknown[]) => () => Response.json({ data: items, next: null })
  answers = {
    ...answers,
    '/trading/account': json(testAccount()),
    '/orders?state=open&limit=200': list([testOrder(1, { symbol: 'BTC', price: '90' }), testOrder(2, { symbol: 'ETH' })]),
    '/positions': list([testPosition({ symbol: 'BTC', size: '-0.5', entry: '100', unrealised: '-3' })]),
    '/fills?limit=100': list([testFill(4, { symbol: 'BTC', price: '99', side: 'sell', size: '0.5' })]),
  }
  await show('/currencies/BTC')
  const holdings = within(await screen.findByRole('region', { name: 'Your holdings' }))
  await waitFor(() => expect(holdings.getByText('Short').nextElementSibling?.textContent).toBe('0.5 BTC'))
  expect(holdings.getByText('1 open order · paper · simulated market')).toBeTruthy()
  const { marks } = marked
  expect(marks.levels?.map(({ label, price }) => [label, price])).toEqual([
    ['Short 0.5  −3.000', 100],
    ['Liquidation', 12.5],
    ['Buy 50 Limit', 90],
  ])
  expect(marks.trades).toMatchObject([{ price: 99, side: 'sell', label: '0.5 BTC' }])
})
