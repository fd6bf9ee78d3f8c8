import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currencyPage } from '../pages/currency-page.ts'
import { accessibilityBreaches, PHONE, sidewaysScroll, type Visit, visit, WIDE } from '../support/browser.ts'
import { noteShifts, shiftsOf, totalShift } from '../support/layout-shift.ts'
import { logInPage } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'

const on = sharedStage()

/** Issue 13's limit for the layout shift of a screen. */
const MOST_SHIFT = 0.02
const LEAST_CHART_PX = 560

const numberOf = (text: string): number => Number(text.replace(/[^\d.]/g, ''))

describe('the screen of a coin', () => {
  let reader: Visit
  let screen: ReturnType<typeof currencyPage>
  beforeAll(async () => {
    reader = await visit(on.browser, { reducedMotion: 'reduce' })
    await logInPage(reader.page, on.server, on.person)
    screen = currencyPage(reader.page, on.server.url)
  })
  afterAll(() => reader.close())

  it('shows a live price within its day range, and an order book around it', async () => {
    await screen.open('BTC')
    await screen.book('BTC').waitFor()
    await reader.page.getByText('24h High').waitFor()
    await reader.page.waitForFunction(() => /\d/.test(document.querySelector('header[data-for-symbol] dl > div dd')?.textContent ?? ''))
    const price = numberOf(await screen.price.innerText())
    const [high, low] = await Promise.all(['24h High', '24h Low'].map((title) => screen.fact(title).locator('dd').innerText()))
    expect(price).toBeLessThanOrEqual(numberOf(high ?? '') + 0.01)
    expect(price).toBeGreaterThanOrEqual(numberOf(low ?? '') - 0.01)
    const first = await screen.price.innerText()
    await reader.page.waitForFunction(
      (before) => document.querySelector('header[data-for-symbol] [data-figure="price"]')?.textContent !== before,
      first,
    )
  })

  it('converts at the displayed price', async () => {
    await screen.amount('BTC').fill('2')
    const share = async () => {
      const [money, price] = await Promise.all([screen.amount('USD').inputValue(), screen.price.innerText()])
      return Number(money) / 2 / numberOf(price)
    }
    await expect.poll(share).toBeCloseTo(1, 2)
  })

  it('switches to another coin by name with the keyboard, keeps the tab, and Back returns', async () => {
    // Too narrow for book and trades side by side.
    await reader.page.setViewportSize({ width: 1280, height: 900 })
    await screen.tab('Trades').click()
    await screen.trades('BTC').waitFor()
    await screen.choose.focus()
    await reader.page.keyboard.press('Enter')
    await screen.search.fill('ethereum')
    // Until the coin names are loaded, search matches symbols only.
    await reader.page.getByRole('option', { name: 'Ethereum', selected: true }).waitFor()
    await reader.page.keyboard.press('Enter')
    await reader.page.waitForURL(`${on.server.url}/currencies/ETH?panel=trades`)
    await screen.trades('ETH').waitFor()
    await reader.page.goBack()
    await reader.page.waitForURL(`${on.server.url}/currencies/BTC?panel=trades`)
    await screen.trades('BTC').waitFor()
    await reader.page.setViewportSize({ width: 1440, height: 900 })
  })

  it('suggests a coin for an unknown name', async () => {
    await screen.open('etherium')
    await reader.page.getByRole('heading', { name: 'Currency not found' }).waitFor()
    await reader.page.getByRole('link', { name: /ETH\s*Ethereum/ }).click()
    await reader.page.waitForURL(`${on.server.url}/currencies/ETH`)
    await screen.title.getByText('Ethereum').waitFor()
  })

  it('leaves the console empty', () => expect(reader.complaints).toEqual([]))
})

describe.each([WIDE, { width: 1920, height: 1080 }, PHONE])('a coin with many digits at $width x $height', (viewport) => {
  it('shifts nothing while loading and while the pointer moves over the chart', async () => {
    const reader = await visit(on.browser, { viewport })
    await noteShifts(reader.context)
    const page = await reader.context.newPage()
    await logInPage(page, on.server, on.person)
    await currencyPage(page, on.server.url).open('SHIB')
    await page.locator('.chart-legend [data-part="close"]', { hasText: /\d/ }).waitFor()
    await page.locator('header[data-for-symbol] [data-figure="price"]', { hasText: /\d/ }).waitFor()
    const chart = await page.getByRole('application').boundingBox()
    for (const share of [0.2, 0.4, 0.6]) await page.mouse.move((chart?.x ?? 0) + share * (chart?.width ?? 0), (chart?.y ?? 0) + 100)
    const shifts = await shiftsOf(page)
    const isStill = totalShift(shifts) < MOST_SHIFT
    expect(isStill ? 'still' : shifts).toBe('still')
    await reader.close()
  })
})

it.each([1440, 1680, 1920])('keeps a usable chart beside the docked agent at a width of %i', async (width) => {
  const reader = await visit(on.browser, { viewport: { width, height: 900 } })
  await logInPage(reader.page, on.server, on.person)
  await currencyPage(reader.page, on.server.url).open('BTC')
  await reader.page.getByRole('button', { name: 'Agent EagleEye' }).click()
  await reader.page.getByRole('region', { name: 'Agent EagleEye' }).waitFor()
  const chart = reader.page.getByRole('region', { name: 'Chart of BTC', exact: true })
  await chart.waitFor()
  await expect.poll(async () => (await chart.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(LEAST_CHART_PX)
  expect(await sidewaysScroll(reader.page)).toBe(0)
  await reader.close()
})

describe.each(['chart', 'prediction', 'depth', 'trades', 'converter', 'yours'])('the %s of a coin on a phone', (panel) => {
  it('is accessible, leaves the console empty, and is no wider than the screen', async () => {
    const phone = await visit(on.browser, {
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    })
    await logInPage(phone.page, on.server, on.person)
    const screen = currencyPage(phone.page, on.server.url)
    await screen.open('SOL', `?panel=${panel}`)
    await screen.title.getByText('Solana').waitFor()
    await phone.page
      .getByRole('tab', { selected: true })
      .filter({ hasText: new RegExp(panel, 'i') })
      .waitFor()
    expect(await accessibilityBreaches(phone.page)).toEqual([])
    expect(await sidewaysScroll(phone.page)).toBe(0)
    expect(phone.complaints).toEqual([])
    await phone.close()
  })
})
