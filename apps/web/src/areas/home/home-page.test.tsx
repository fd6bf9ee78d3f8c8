import '../../../test/silent-live-client.ts'
import { defined } from '@aerie/core/defined'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Profiler } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { failList, readBoot, receivePage, useAssetsList } from '../../platform/live/market/assets-list.ts'
import { setLink, setStatus, useMarketState } from '../../platform/live/market/market-status.ts'
import { applyTicks, reset } from '../../platform/live/market/quotes.ts'
import { T0, tenRows, testPage, testRow, testStatus } from '../../platform/live/test/market.ts'
import { useSession } from '../../platform/session/session.ts'
import { Sparkline } from '../market/figure/sparkline.tsx'
import { HomePage } from './home-page.tsx'
import { parseHidden } from './table/columns.ts'

vi.mock(import('../market/figure/sparkline.tsx'), async (original) => ({ ...(await original()), Sparkline: vi.fn(() => <svg />) }))

let place = ''
function LocationProbe() {
  const { pathname, search } = useLocation()
  place = pathname + search
  return null
}

function show(path = '/', onRender: () => void = () => undefined): void {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Profiler id="home" onRender={onRender}>
        <HomePage />
      </Profiler>
      <LocationProbe />
    </MemoryRouter>,
  )
}

const screenIs = (width: 'wide' | 'small') =>
  vi.stubGlobal('matchMedia', () => ({
    matches: width === 'wide',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
const arrive = (...args: Parameters<typeof testPage>) => act(() => receivePage(testPage(...args)))
const rowOf = (symbol: string) => defined(document.querySelector<HTMLElement>(`tr[data-symbol="${symbol}"]`))
const placeholders = () => document.querySelectorAll('[data-placeholder-row]')
const figure = (symbol: string, name: string) => defined(rowOf(symbol).querySelector(`td [data-figure="${name}"]`))

const details = {
  ticker: 'BTC',
  name: 'Bitcoin',
  logo: '/coins/btc.svg',
  price: 100,
  marketCap: 2_000_000_000,
  circulatingSupply: 20_000_000,
  totalMarketCap: 2_100_000_000,
  volume: 50_000_000,
  totalSupply: 21_000_000,
  closes: { '1h': 99, '24h': 110, '7d': 100 },
  quote: 'USD',
  source: 'sim',
  as_of: T0,
  stale: false,
}

beforeEach(() => {
  screenIs('wide')
  reset('sim')
  useSession.setState(useSession.getInitialState(), true)
  useAssetsList.setState(useAssetsList.getInitialState(), true)
  useMarketState.setState(useMarketState.getInitialState(), true)
  vi.stubGlobal('fetch', async () => Response.json({ data: details }))
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('has its headings and columns verbatim and in order', () => {
  show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Explore the Market with the top 50 tokens')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Cryptocurrency Prices by Market Cap')
  expect(defined(document.querySelector('header p')).textContent).toMatch(/Filter .*Meme, Trending and AI/)
  const heads = [...document.querySelectorAll('thead th')].map((head) => (head.querySelector('.wide-only') ?? head).textContent)
  expect(heads).toEqual(['#', 'Name', 'Price', '1h%', '24h%', '7d%', 'Market Cap', 'Volume (24hr)', 'Circ. Supply'])
})

it('offers guests Sign Up Now and Log In, and users Discover CLAW now', () => {
  show()
  expect(screen.getByText('Sign Up Now').getAttribute('href')).toBe('/auth/signup')
  expect(screen.getByText('Log In').getAttribute('href')).toBe('/auth/login')
  expect(screen.queryByText('Discover CLAW now')).toBeNull()
  act(() => useSession.setState({ token: 't' }))
  expect(screen.getByText('Discover CLAW now').getAttribute('href')).toBe('/claw')
  expect(screen.queryByText('Sign Up Now')).toBeNull()
})

it('shows ten placeholder rows while loading, then the rows', () => {
  show()
  expect(placeholders()).toHaveLength(10)
  arrive(tenRows())
  expect(placeholders()).toHaveLength(0)
  expect(document.querySelectorAll('tr[data-symbol]')).toHaveLength(10)
  expect(figure('C1', 'price').textContent).toBe('$100.00')
  expect(figure('C1', 'volumeCoins').textContent).toBe('500.00K C1')
  expect(figure('C1', 'circulatingSupply').textContent).toBe('20.00M C1')
})

it('shows the rows that came with the page in the first render', () => {
  const boot = document.createElement('script')
  boot.type = 'application/json'
  boot.id = 'aerie-boot'
  boot.textContent = JSON.stringify({ assets: testPage(tenRows()), status: testStatus() })
  document.body.append(boot)
  readBoot()
  show()
  expect(placeholders()).toHaveLength(0)
  expect(figure('C10', 'price').textContent).toBe('$100.00')
})

it('ranks by index + 1 + (page - 1) * 10', () => {
  show('/?page=3')
  arrive(tenRows(), { page: 3 })
  expect([...document.querySelectorAll('tr[data-symbol] .col-rank')].map((cell) => cell.textContent)).toEqual([
    '21',
    '22',
    '23',
    '24',
    '25',
    '26',
    '27',
    '28',
    '29',
    '30',
  ])
})

it('keeps the rank by market cap in any other order', () => {
  show('/?sort=price')
  arrive([testRow('XYZ', { rank: 37 })], { sort: 'price' })
  expect(defined(rowOf('XYZ').querySelector('.col-rank')).textContent).toBe('37')
})

it('filters by industry: one button for each, the selected one pressed, ALL clears', () => {
  show('/?page=2')
  const group = within(screen.getByRole('group', { name: 'Filter by industry' }))
  const pressed = () => group.getAllByRole('button').map((button) => [button.textContent, button.getAttribute('aria-pressed')])
  expect(pressed()).toEqual([
    ['ALL', 'true'],
    ['Meme', 'false'],
    ['AI', 'false'],
    ['DeFi', 'false'],
  ])
  fireEvent.click(group.getByText('DeFi'))
  expect(place).toBe('/?industry=DECENTRALIZED_FINANCE_PROTOCOL')
  expect(pressed()[3]).toEqual(['DeFi', 'true'])
  expect(placeholders()).toHaveLength(10)
  fireEvent.click(group.getByText('ALL'))
  expect(place).toBe('/')
})

it('moves one page at a time, shows the visible range, and ends at a page that is not full', () => {
  show()
  const prev = screen.getByRole<HTMLButtonElement>('button', { name: 'Prev' })
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
  expect([prev.disabled, next.disabled]).toEqual([true, true])
  arrive(tenRows())
  expect([prev.disabled, next.disabled]).toEqual([true, false])
  expect(screen.getByText('Showing 1 - 10')).toBeTruthy()
  fireEvent.click(next)
  expect(place).toBe('/?page=2')
  arrive(tenRows().slice(0, 9), { page: 2 })
  expect(screen.getByText('Showing 11 - 19')).toBeTruthy()
  expect([prev.disabled, next.disabled]).toEqual([false, true])
  fireEvent.click(prev)
  expect(place).toBe('/')
})

it('shows that there are no rows, and still links back', () => {
  show('/?page=9')
  arrive([], { page: 9 })
  expect(
    screen.getByText('No results to show. You can go back to the previous page or change filters to get rid of this message.'),
  ).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Prev' }).disabled).toBe(false)
})

it("shows 'Couldn't complete your request' on failure, and Try Again retries", () => {
  show()
  act(failList)
  expect(screen.getByText("Couldn't complete your request")).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(screen.queryByText("Couldn't complete your request")).toBeNull()
  expect(placeholders()).toHaveLength(10)
})

it('sorts by a header, announces it, and keeps it in the address', () => {
  show('/?page=2')
  fireEvent.click(within(defined(document.querySelector<HTMLElement>('th.col-price'))).getByRole('button'))
  expect(place).toBe('/?sort=price')
  expect(defined(document.querySelector('th.col-price')).getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(within(defined(document.querySelector<HTMLElement>('th.col-price'))).getByRole('button'))
  expect(defined(document.querySelector('th.col-price')).getAttribute('aria-sort')).toBe('ascending')
  expect(document.querySelectorAll('th[aria-sort]')).toHaveLength(1)
})

it('displays a tick without a React render', async () => {
  const renders = vi.fn()
  show('/', renders)
  arrive(tenRows())
  renders.mockClear()
  act(() =>
    applyTicks([
      ['C1', 123.456, T0 + 1],
      ['C2', 99, T0 + 1],
    ]),
  )
  await waitFor(() => expect(figure('C1', 'price').textContent).toBe('$123.46'))
  expect(defined(figure('C1', 'change24h').closest('td')).textContent).toBe('up +12.23%')
  expect(renders).not.toHaveBeenCalled()
})

it('rerenders no row when the same page has new figures, and otherwise only the row that changed', () => {
  show()
  arrive(tenRows())
  vi.mocked(Sparkline).mockClear()
  const later = tenRows().map((row) => ({ ...row, price: 200, as_of: T0 + 1 }))
  arrive(later)
  expect(Sparkline).not.toHaveBeenCalled()
  arrive(later.map((row, index) => (index === 3 ? { ...row, sparkline: [1, 2] } : row)))
  expect(Sparkline).toHaveBeenCalledTimes(1)
})

it('opens Token Details with its fields on a wide screen, live, and closes it with Escape', async () => {
  show()
  arrive([testRow('BTC'), ...tenRows().slice(1)])
  fireEvent.click(rowOf('BTC'))
  expect(place).toBe('/?asset=BTC')
  expect(rowOf('BTC').getAttribute('aria-selected')).toBe('true')
  const sidebar = await screen.findByRole('complementary', { name: 'Token Details' })
  await within(sidebar).findByText('Bitcoin')
  expect(defined(sidebar.querySelector('[data-ticker]')).textContent).toBe('BTC')
  expect([...sidebar.querySelectorAll('dt')].map((term) => term.textContent)).toEqual([
    'Market Cap',
    'Circulation Supply',
    'Total Market Cap',
    '24H Volume',
    'Total Supply',
  ])
  expect([...sidebar.querySelectorAll('dd')].map((value) => value.textContent)).toEqual([
    '$2.00B',
    '20.00M BTC',
    '$2.10B',
    '$50.00M',
    '21.00M BTC',
  ])
  fireEvent.keyDown(rowOf('BTC'), { key: 'Escape' })
  expect(place).toBe('/')
  expect(screen.queryByRole('complementary')).toBeNull()
})

it('opens Currencies from Price Prediction, for a supported coin only', async () => {
  show('/?asset=BTC')
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Price Prediction' })
  expect(button.disabled).toBe(false)
  fireEvent.click(button)
  expect(place).toBe('/currencies/BTC')
  cleanup()
  show('/?asset=USDT')
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Price Prediction' })).disabled).toBe(true)
  expect(screen.getByText(/USDT is not among the supported currencies/)).toBeTruthy()
})

it('shows that details could not be loaded, and retries', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }))
  show('/?asset=BTC')
  await screen.findByText('The details for BTC could not be loaded')
  vi.stubGlobal('fetch', async () => Response.json({ data: details }))
  const sidebar = screen.getByRole('complementary', { name: 'Token Details' })
  fireEvent.click(within(sidebar).getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Bitcoin')
})

it('opens the currency on a small screen if it is supported, and otherwise only selects it', () => {
  screenIs('small')
  show()
  arrive([testRow('BTC'), testRow('USDT')])
  fireEvent.click(rowOf('USDT'))
  expect(place).toBe('/?asset=USDT')
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(screen.getByText('USDT has no page of its own.')).toBeTruthy()
  fireEvent.click(rowOf('BTC'))
  expect(place).toBe('/currencies/BTC')
})

it('indicates when Price Prediction opens a chart only', async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    const ticker = path.split('/').at(-1)
    return Response.json({ data: { ...details, ticker, name: ticker } })
  })
  for (const [symbol, expectedText] of [
    ['ADA', 'Chart only: there is no price prediction for ADA.'],
    ['BTC', null],
  ] as const) {
    show(`/?asset=${symbol}`)
    const button = await screen.findByRole('button', { name: 'Price Prediction' })
    expect([button.getAttribute('aria-disabled'), screen.queryByText(/^Chart only/)?.textContent ?? null]).toEqual([null, expectedText])
    cleanup()
  }
})

it('is navigated by arrows, Home and End, and opened by Enter', () => {
  show()
  arrive(tenRows())
  rowOf('C1').focus()
  const press = (key: string) => fireEvent.keyDown(defined(document.activeElement), { key })
  press('ArrowDown')
  expect(document.activeElement).toBe(rowOf('C2'))
  press('End')
  expect(document.activeElement).toBe(rowOf('C10'))
  press('ArrowDown')
  expect(document.activeElement).toBe(rowOf('C10'))
  press('Home')
  press('ArrowRight')
  press('ArrowRight')
  expect(document.activeElement).toBe(rowOf('C1').querySelector('td.col-price'))
  press('ArrowLeft')
  press('ArrowLeft')
  expect(document.activeElement).toBe(rowOf('C1'))
  press('Enter')
  expect(place).toBe('/?asset=C1')
  expect([...document.querySelectorAll<HTMLElement>('tr[data-symbol]')].filter((row) => row.tabIndex === 0)).toHaveLength(1)
})

it('shows the source of a focused figure, its full value and its age, until Escape', async () => {
  show()
  act(() => setStatus(testStatus()))
  arrive([testRow('BTC', { marketCap: 1_243_512_123_456.78 })])
  const cell = defined(rowOf('BTC').querySelector<HTMLElement>('td.col-marketCap'))
  const before = cell.previousElementSibling
  if (!(before instanceof HTMLElement)) throw new Error('nothing precedes the cell')
  for (const each of [before, cell]) vi.spyOn(each, 'matches').mockReturnValue(true)
  act(() => before.focus())
  act(() => cell.focus())
  // Focus listeners attach only once the page is live; the cell was focused earlier.
  act(() => setLink('socket'))
  const card = await screen.findByRole('tooltip')
  expect(card.textContent).toContain('$1,243,512,123,456.78')
  expect(card.textContent).toContain('Simulated market, seed 7.')
  expect(card.textContent).toMatch(/Age\d+ s/)
  expect(cell.getAttribute('aria-describedby')).toBe(card.id)
  act(() => applyTicks([['BTC', 200, T0 + 1]]))
  expect(card.textContent).toContain('$2,487,024,246,913.56')
  fireEvent.keyDown(cell, { key: 'Escape' })
  expect(screen.queryByRole('tooltip')).toBeNull()
})

it('shows that prices are polled instead of pushed', () => {
  show()
  expect(screen.queryByText(/Live updates are blocked/)).toBeNull()
  act(() => setLink('polling'))
  expect(screen.getByText(/Live updates are not connected/)).toBeTruthy()
})

it('hides columns and remembers the choice', () => {
  show()
  const panel = defined(document.querySelector<HTMLElement>('.market-panel'))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Volume (24hr)', hidden: true }))
  expect(panel.dataset.hiddenColumns).toBe('volume')
  expect(parseHidden(localStorage.getItem('aerie.home.hidden-columns'))).toEqual(['volume'])
  expect(parseHidden('price evil volume')).toEqual(['volume'])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Volume (24hr)', hidden: true }))
  expect(panel.dataset.hiddenColumns).toBeUndefined()
})
