import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EMPTY, FAILED, HERO, type HomePage, homePage, TITLE } from '../pages/home-page.ts'
import { PHONE, type Visit, visit } from '../support/browser.ts'
import { holdMarket, LIVE } from '../support/held-market.ts'
import { noteShifts, shiftsOf, totalShift } from '../support/layout-shift.ts'
import { onPress } from '../support/on-press.ts'
import { logInPage, newPerson, type Person, signUp } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'

const on = sharedStage()

type Fetched = { readonly name: string; readonly bytes: number }

/** Runs in the page: scripts whose fetch began before the mark, and after it. */
function scriptsAround(mark: string): { readonly before: Fetched[]; readonly after: Fetched[] } {
  const at = performance.getEntriesByName(mark)[0]?.startTime ?? Number.NaN
  const scripts = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js'))
    .map(({ name, startTime, encodedBodySize }) => ({ name, startTime, bytes: encodedBodySize }))
  return { before: scripts.filter(({ startTime }) => startTime <= at), after: scripts.filter(({ startTime }) => startTime > at) }
}

let guest: Visit
let home: HomePage
beforeEach(async () => {
  guest = await visit(on.browser)
  home = homePage(guest.page, on.server.url)
})
afterEach(() => guest.close())

describe('the market list of a guest', () => {
  it('opens with hero, title, guest buttons and ten coins, largest first', async () => {
    await home.open()
    const { page } = guest
    await page.getByRole('heading', { name: HERO }).waitFor()
    await page.getByRole('heading', { name: TITLE }).waitFor()
    await page.getByRole('link', { name: 'Sign Up Now' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Log In', exact: true }).waitFor()
    await home.row('BTC').waitFor()
    await expect.poll(() => home.coinRows.count()).toBe(10)
    await expect.poll(async () => (await home.symbols()).at(0)).toBe('BTC')
    expect(await page.getByRole('button', { name: /Agent EagleEye/ }).count()).toBe(0)
    expect(guest.complaints).toEqual([])
  })

  it('uses the column labels and order of the specification', async () => {
    await home.open()
    await home.row('BTC').waitFor()
    const heads = async () => (await home.table.getByRole('columnheader').allInnerTexts()).map((head) => head.trim())
    await expect.poll(heads).toEqual(['#', 'Name', 'Price', '1h%', '24h%', '7d%', 'Market Cap', 'Volume (24hr)', 'Circ. Supply'])
  })

  it('paints its first rows before any script, and removes them if the app never loads', async () => {
    await guest.page.route(/\/assets\/home-.*\.js/, () => undefined)
    await guest.page.goto(on.server.url, { waitUntil: 'commit' })
    await home
      .row('BTC')
      .locator('[data-figure="price"]', { hasText: /^\$[\d,]+\.\d+$/ })
      .waitFor()
    await guest.page.getByRole('banner').getByRole('button', { name: 'SIMULATED' }).waitFor()
    await guest.page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })
    await home.table.locator('tr[data-symbol]').first().waitFor({ state: 'hidden' })
    await guest.page.getByText('SIMULATED', { exact: true }).waitFor({ state: 'hidden' })
  })

  it('hydrates them without a layout shift', async () => {
    await noteShifts(guest.context)
    const page = await guest.context.newPage()
    await page.goto(on.server.url)
    await page.getByText('Total market cap', { exact: true }).waitFor()
    await expect.poll(() => page.locator('[data-from-server]').count()).toBe(0)
    expect(totalShift(await shiftsOf(page))).toBeLessThan(0.005)
  })

  it('creates no date or number format before it is ready: the first one is slow', async () => {
    const { page } = guest
    await page.addInitScript(() => {
      const created: string[] = []
      for (const name of ['DateTimeFormat', 'NumberFormat'] as const) {
        const construct = (Format: new (...options: never[]) => object, options: never[]) => {
          created.push(name)
          return new Format(...options)
        }
        Object.assign(Intl, { [name]: new Proxy(Intl[name], { construct }) })
      }
      addEventListener('aerie-ready', () => document.documentElement.setAttribute('data-created', created.join(' ')))
    })
    await home.open()
    const root = page.locator('html[data-created]')
    await root.waitFor({ state: 'attached' })
    expect(await root.getAttribute('data-created')).toBe('')
  })

  it('shows no cached prices of a restored page until it is live', async () => {
    const { page } = guest
    const release = await holdMarket(page)
    await page.route(/\/$/, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/data-made-at="(\d+)"/, (_, at: string) => `data-made-at="${Number(at) - 60_000}"`)
      await route.fulfill({ response: answer, body })
    })
    await home.open()
    await home.table.locator('tbody[data-placeholder]').waitFor()
    await home.row('BTC').waitFor({ state: 'hidden' })
    await release()
    await home.row('BTC').waitFor()
  })

  it.each([
    ['a fast', 1],
    ['a slow', 6],
  ])('defers the rest of its JavaScript until it is live, on %s machine', async (_, slower) => {
    const { page } = guest
    const cdp = await guest.context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const release = await holdMarket(page)
    await home.open()
    await release()
    await page.getByText('Total market cap', { exact: true }).waitFor()
    const { before, after } = await page.evaluate(scriptsAround, LIVE)
    const bytes = before.reduce((sum, script) => sum + script.bytes, 0)
    console.info(`JavaScript that Home fetches: ${(bytes / 1_000).toFixed(1)} kB in ${before.length} files`)
    expect(before.length).toBeGreaterThan(1)
    expect(bytes).toBeGreaterThan(50_000)
    expect(after.map(({ name }) => name).join(' ')).toContain('/home-market-')
  })

  it('updates its prices by itself', async () => {
    await home.open()
    const before = await home.priceOf('BTC')
    expect(before).toBeGreaterThan(1_000)
    await guest.page.waitForFunction(
      (text) => document.querySelector('[data-symbol="BTC"] [data-figure="price"]')?.textContent !== text,
      await home.row('BTC').locator('[data-figure="price"]').innerText(),
      { timeout: 30_000 },
    )
    expect(Math.abs((await home.priceOf('BTC')) / before - 1)).toBeLessThan(0.1)
  })

  it('shows that the market is simulated', async () => {
    await home.open()
    await guest.page.getByRole('banner').getByRole('button', { name: 'SIMULATED' }).waitFor()
  })
})

describe('paging', () => {
  it('advances with Next, shows the range, and returns with Prev', async () => {
    await home.open()
    await home.showing('1 - 10').waitFor()
    await expect.poll(() => home.prev.isDisabled()).toBe(true)
    await expect.poll(() => home.coinRows.count()).toBe(10)
    const first = (await home.symbols()).slice(0, 9)
    await home.next.click()
    await home.showing('11 - 20').waitFor()
    await guest.page.waitForURL((url) => url.searchParams.get('page') === '2')
    await home.row('BTC').waitFor({ state: 'detached' })
    await expect.poll(() => home.coinRows.count()).toBe(10)
    expect((await home.symbols()).filter((symbol) => first.includes(symbol))).toEqual([])
    await home.prev.click()
    await home.showing('1 - 10').waitFor()
    await home.row('BTC').waitFor()
  })

  it('ends after the fiftieth coin', async () => {
    await home.open('?page=5')
    await home.showing('41 - 50').waitFor()
    await home.next.click()
    await guest.page.getByText(EMPTY).waitFor()
    await expect.poll(() => home.next.isDisabled()).toBe(true)
  })

  it('numbers rows by index + 1 + (page - 1) * 10', async () => {
    await home.open('?page=3')
    await home.showing('21 - 30').waitFor()
    const ranks = home.coinRows.getByRole('gridcell').filter({ hasText: /^\d+$/ })
    await expect.poll(() => ranks.allInnerTexts()).toEqual(['21', '22', '23', '24', '25', '26', '27', '28', '29', '30'])
  })

  it("keeps the page over reload, and the browser's back button returns to the previous page", async () => {
    await home.open()
    await home.showing('1 - 10').waitFor()
    await home.next.click()
    await home.showing('11 - 20').waitFor()
    await guest.page.reload()
    await home.showing('11 - 20').waitFor()
    await guest.page.goBack()
    await home.showing('1 - 10').waitFor()
  })

  it.each(['0', '-3', 'two', '99999999999'])('handles page=%s in the address', async (page) => {
    await home.open(`?page=${page}`)
    await home.table.or(guest.page.getByText(EMPTY)).first().waitFor()
    expect(guest.complaints).toEqual([])
  })
})

describe('the industry filter', () => {
  it('shows only the selected industry, also in the address, and ALL clears it', async () => {
    await home.open()
    await home.row('BTC').waitFor()
    await home.filter('Meme').click()
    await home.row('DOGE').waitFor()
    await home.row('BTC').waitFor({ state: 'detached' })
    await guest.page.waitForURL((url) => url.searchParams.get('industry') === 'MEME')
    await expect.poll(() => home.filter('Meme').getAttribute('aria-pressed')).toBe('true')
    await home.filter('ALL').click()
    await home.row('BTC').waitFor()
    await guest.page.waitForURL((url) => !url.searchParams.has('industry'))
  })

  it.each([
    ['Meme', 'MEME'],
    ['AI', 'ARTIFICIAL_INTELLIGENCE'],
    ['DeFi', 'DECENTRALIZED_FINANCE_PROTOCOL'],
  ])('shows at least two pages for %s, and starts at the first', async (title, value) => {
    await home.open('?page=2')
    await home.showing('11 - 20').waitFor()
    await home.filter(title).click()
    await home.showing('1 - 10').waitFor()
    await guest.page.waitForURL((url) => url.searchParams.get('industry') === value)
    await home.next.click()
    await guest.page.getByText(/^Showing 11 - \d+$/).waitFor()
  })

  it('shows an empty state when no coin matches', async () => {
    await home.open('?industry=MEME&page=40')
    await guest.page.getByText(EMPTY).waitFor()
    await expect.poll(() => home.prev.isDisabled()).toBe(false)
  })
})

describe('sorting', () => {
  it('sorts by a column header, and reflects it in the address and for screen readers', async () => {
    await home.open()
    await home.row('BTC').waitFor()
    await home.header('Name').getByRole('button', { name: 'Name' }).click()
    await guest.page.waitForURL((url) => url.searchParams.get('sort') === 'name')
    await expect.poll(() => home.header('Name').getAttribute('aria-sort')).toMatch(/ascending|descending/)
  })
})

describe('the sidebar', () => {
  it('opens with the details of the clicked coin', async () => {
    await home.open()
    await home.row('ETH').click()
    await home.sidebar.waitFor()
    for (const label of ['Market Cap', 'Circulation Supply', 'Total Market Cap', '24H Volume', 'Total Supply']) {
      await home.sidebar.getByText(label, { exact: true }).waitFor()
    }
    await home.sidebar.getByText('ETH').first().waitFor()
    await home.sidebar.getByText('Actions').waitFor()
    await expect.poll(() => home.prediction.isEnabled()).toBe(true)
    expect(guest.complaints).toEqual([])
  })

  it('offers no prediction for an unsupported coin', async () => {
    await home.open()
    await home.row('USDT').click()
    await home.sidebar.getByText('USDT').first().waitFor()
    const isRefused = async () => (await home.prediction.isDisabled()) || (await home.prediction.getAttribute('aria-disabled')) === 'true'
    await expect.poll(isRefused).toBe(true)
  })

  it('closes with Escape', async () => {
    await home.open()
    await home.row('ETH').click()
    await home.sidebar.waitFor()
    // Otherwise Escape would close the card of the figure under the mouse first.
    await guest.page.mouse.move(0, 0)
    await guest.page.locator('#provenance-card').waitFor({ state: 'detached' })
    await guest.page.keyboard.press('Escape')
    await home.sidebar.waitFor({ state: 'hidden' })
  })

  it('closes a dialog with one Escape while the card of a figure is open below it', async () => {
    await home.open()
    const card = guest.page.locator('#provenance-card')
    await guest.page.mouse.move(0, 0)
    // Not by the mouse: the dialog comes between it and the figure, which closes the card at its own time. Repeated: the cards load late.
    const hover = async () => {
      await home.figure('ETH', 'price').dispatchEvent('pointerover', { pointerType: 'mouse' })
      await card.waitFor({ timeout: 1000 }).catch(() => undefined)
      return await card.count()
    }
    await expect.poll(hover, { timeout: 20_000 }).toBe(1)
    await guest.page.keyboard.press('/')
    await guest.page.getByRole('dialog').waitFor()
    expect(await card.count()).toBe(1)
    await guest.page.keyboard.press('Escape')
    await guest.page.getByRole('dialog').waitFor({ state: 'detached' })
    await card.waitFor({ state: 'detached' })
  })

  it('opens Currencies with the ticker from Price Prediction, via the login for a guest', async () => {
    await home.open()
    await home.row('SOL').click()
    await home.prediction.click()
    await guest.page.waitForURL(/\/auth\/login/)
  })
})

describe('a small screen', () => {
  let phone: Visit
  beforeEach(async () => {
    phone = await visit(on.browser, { viewport: PHONE, hasTouch: true, isMobile: true })
    home = homePage(phone.page, on.server.url)
  })
  afterEach(() => phone.close())

  it('shows # Market Cap / Price / 24h%', async () => {
    await home.open()
    await home.row('BTC').waitFor()
    const heads = async () => (await home.table.getByRole('columnheader').allInnerTexts()).map((head) => head.trim()).filter(Boolean)
    await expect.poll(heads).toEqual(['#', 'Market Cap', 'Price', '24h%'])
  })

  it('opens the currency of a supported coin on a tap', async () => {
    await home.open()
    await home.row('ETH').tap()
    await phone.page.waitForURL(/\/auth\/login/)
    expect(
      decodeURIComponent(phone.page.url()) + (await phone.page.evaluate(() => JSON.stringify({ ...sessionStorage, ...history.state }))),
    ).toContain('/currencies/ETH')
  })
})

describe('a failing list', () => {
  it('shows the error text of the specification, and Try Again recovers', async () => {
    const { page } = guest
    let isBroken = true
    await page.routeWebSocket(/socket\.io/, (socket) => (isBroken ? socket.close() : socket.connectToServer()))
    await page.route(/\/api\/v1\/assets/, (route) =>
      isBroken ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' }) : route.continue(),
    )
    await home.open('?page=2&sort=name')
    await page.getByText(FAILED).waitFor()
    await onPress(page, 'Try Again', () => {
      isBroken = false
    })
    await page.getByRole('button', { name: 'Try Again' }).click()
    await home.showing('11 - 20').waitFor()
  })
})

describe('a logged-in user', () => {
  let person: Person
  beforeAll(async () => {
    person = newPerson()
    await signUp(on.server, person)
  })

  it('sees CLAW and the agent instead of the sign-up', async () => {
    const { page } = guest
    await logInPage(page, on.server, person)
    await home.open()
    await page.getByRole('link', { name: 'Discover CLAW now' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Sign Up Now' }).count()).toBe(0)
    const agent = page.getByRole('button', { name: 'Agent EagleEye' })
    await agent.click()
    const panel = page.getByRole('region', { name: 'Agent EagleEye' })
    await panel.waitFor()
    expect((await panel.boundingBox())?.width).toBeLessThanOrEqual(720)
    expect(guest.complaints).toEqual([])
  })
})
