import { defined } from '@aerie/core/defined'
import { beforeEach, expect, it, vi } from 'vitest'
import { T0, testPage, testRow, testStatus } from '../test/market.ts'
import { setStatus, useMarketState } from './market-status.ts'
import { bindFigures, FLASH_EVERY_MS, FLASH_MS } from './painter.ts'
import { applyPage, applyTicks, reset } from './quotes.ts'

let frames: FrameRequestCallback[] = []
let release: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'], now: 1_000_000 })
  frames = []
  vi.stubGlobal('requestAnimationFrame', (work: FrameRequestCallback) => frames.push(work))
  reset('sim')
  useMarketState.setState(useMarketState.getInitialState(), true)
  return () => {
    release()
    drawFrame()
    vi.unstubAllGlobals()
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

function drawFrame(now = performance.now()): void {
  for (const work of frames.splice(0)) work(now)
}

function rowOf(symbol: string): HTMLElement {
  document.body.innerHTML = `<div><span data-figure="price"></span><b data-words=""></b><span data-figure="change24h"></span><i data-age=""></i></div>`
  const root = defined(document.querySelector<HTMLElement>('body > div'))
  release = bindFigures(root, symbol)
  return root
}
const cell = (root: HTMLElement, name: string) => defined(root.querySelector<HTMLElement>(`[data-figure="${name}"]`))

it('paints known values at once, formatted by the number rule', () => {
  applyPage(testPage([testRow('BTC', { price: 63210.5 })]))
  const root = rowOf('BTC')
  expect(cell(root, 'price').textContent).toBe('$63,210.50')
})

it('draws many ticks in one frame, with the newest price', () => {
  applyPage(testPage([testRow('BTC')]))
  const root = rowOf('BTC')
  applyTicks([['BTC', 101, T0 + 1]])
  applyTicks([['BTC', 102, T0 + 2]])
  expect(frames).toHaveLength(1)
  expect(cell(root, 'price').textContent).toBe('$100.00')
  drawFrame()
  expect(cell(root, 'price').textContent).toBe('$102.00')
  expect(cell(root, 'change24h').textContent).toBe('−7.27%')
  expect(defined(root.querySelector('[data-words]')).textContent).toBe('down ')
  expect(cell(root, 'change24h').dataset.tone).toBe('down')
})

it('writes nothing when the text is unchanged', async () => {
  applyPage(testPage([testRow('BTC')]))
  const root = rowOf('BTC')
  const seen: MutationRecord[] = []
  const observer = new MutationObserver((records) => seen.push(...records))
  observer.observe(root, { subtree: true, characterData: true, childList: true, attributes: true })
  applyTicks([['BTC', 100.001, T0 + 1]])
  drawFrame()
  seen.push(...observer.takeRecords())
  expect(seen).toEqual([])
  applyTicks([['BTC', 101, T0 + 2]])
  drawFrame()
  seen.push(...observer.takeRecords())
  expect(seen).not.toEqual([])
})

it('paints nothing in a hidden tab, and the newest price when it becomes visible again', () => {
  applyPage(testPage([testRow('BTC')]))
  const root = rowOf('BTC')
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  applyTicks([['BTC', 105, T0 + 1]])
  expect(frames).toHaveLength(0)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  drawFrame()
  expect(cell(root, 'price').textContent).toBe('$105.00')
})

it('flashes the direction for less than 350 ms, and less than three times a second', () => {
  expect(FLASH_MS).toBeLessThanOrEqual(350)
  expect(1000 / FLASH_EVERY_MS).toBeLessThanOrEqual(3)
  applyPage(testPage([testRow('BTC')]))
  const price = cell(rowOf('BTC'), 'price')
  applyTicks([['BTC', 101, T0 + 1]])
  drawFrame(1000)
  expect(price.dataset.flash).toBe('up')
  vi.advanceTimersByTime(FLASH_MS)
  expect(price.dataset.flash).toBeUndefined()
  applyTicks([['BTC', 99, T0 + 2]])
  drawFrame(1000 + FLASH_EVERY_MS - 1)
  expect(price.dataset.flash).toBeUndefined()
  applyTicks([['BTC', 98, T0 + 3]])
  drawFrame(1000 + FLASH_EVERY_MS)
  expect(price.dataset.flash).toBe('down')
})

it('marks a price that is not updated as stale, with its age, and clears the mark on the next tick', () => {
  setStatus(testStatus({ stale_after_ms: 10_000 }))
  applyPage(testPage([testRow('BTC')]))
  const root = rowOf('BTC')
  expect(root.dataset.stale).toBeUndefined()
  vi.setSystemTime(1_000_000 + 15_000)
  applyTicks([['BTC', 100, T0]])
  drawFrame()
  expect(root.dataset.stale).toBe('')
  expect(defined(root.querySelector('[data-age]')).textContent).toBe('15 s old')
  applyTicks([['BTC', 100, T0 + 14_000]])
  drawFrame()
  expect(root.dataset.stale).toBeUndefined()
})

it('marks a price as stale at any age while the recording has no prices of its coin', () => {
  setStatus(testStatus({ without_prices: ['BTC'] }))
  applyPage(testPage([testRow('BTC')]))
  const root = rowOf('BTC')
  expect([root.dataset.stale, defined(root.querySelector('[data-age]')).textContent]).toEqual(['', '0 s old'])
  setStatus(testStatus({ without_prices: ['ETH'] }))
  vi.advanceTimersByTime(1000)
  expect(root.dataset.stale).toBeUndefined()
})

it('marks it as stale without any message, by the clock alone', () => {
  setStatus(testStatus({ stale_after_ms: 10_000 }))
  applyPage(testPage([testRow('BTC')]))
  const root = rowOf('BTC')
  vi.advanceTimersByTime(10_000)
  expect(root.dataset.stale).toBeUndefined()
  vi.advanceTimersByTime(1000)
  expect(root.dataset.stale).toBe('')
})

it('names the currency of a price that is not in dollars', () => {
  applyPage(testPage([testRow('BTC', { quote: 'USDT' })]))
  const price = cell(rowOf('BTC'), 'price')
  expect([price.textContent, price.dataset.after]).toEqual(['100.00', ' USDT'])
})

it('explains why a figure is unknown', () => {
  applyPage(testPage([testRow('BTC', { price: null, as_of: null })]))
  const root = rowOf('BTC')
  expect(cell(root, 'price').textContent).toBe('not known: no price has been received yet —')
  applyTicks([['BTC', 7, T0]])
  drawFrame()
  expect(cell(root, 'price').textContent).toBe('$7.000')
})

it('stops when the row is removed', () => {
  applyPage(testPage([testRow('BTC')]))
  const root = rowOf('BTC')
  release()
  applyTicks([['BTC', 105, T0 + 1]])
  drawFrame()
  expect(cell(root, 'price').textContent).toBe('$100.00')
})
