import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityBreaches, misplacedBlocks, NARROW, PHONE, sidewaysScroll, type Visit, visit, WIDE } from '../support/browser.ts'
import { coveredTexts, textsCoveredForGood } from '../support/covered-texts.ts'
import { cutFigures, faultyChartTexts, overlappingFigures } from '../support/cut-figures.ts'
import { controlsBehindCells, coveredActions } from '../support/floating-controls.ts'
import { openWorkspaceOf } from '../support/own-layout.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { GUARDED, ROUTES } from '../support/routes.ts'
import { sharedStage } from '../support/stage.ts'
import { tradeSome } from '../support/trade-some.ts'

const on = sharedStage()

async function settle({ page }: Visit): Promise<void> {
  await page.getByRole('main').waitFor()
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      document
        .getAnimations()
        .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
  )
}

describe('a guest', () => {
  let anybody: Visit
  beforeAll(async () => {
    anybody = await visit(on.browser)
  })
  afterAll(() => anybody.close())

  it.each(GUARDED.map(({ path }) => path))('is redirected from %s to the login', async (path) => {
    await anybody.page.goto(`${on.server.url}${path}`)
    await anybody.page.waitForURL((url) => url.pathname === '/auth/login')
    expect(anybody.complaints).toEqual([])
  })

  it('returns to the requested page after logging in', async () => {
    const guest = await visit(on.browser)
    await guest.page.goto(`${on.server.url}/claw/trade`)
    await guest.page.waitForURL((url) => url.pathname === '/auth/login')
    await guest.page.getByLabel(/e-?mail/i).fill(on.person.email)
    await guest.page.getByLabel('Password', { exact: true }).fill(on.person.password)
    await guest.page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click()
    await guest.page.waitForURL((url) => url.pathname === '/claw/trade')
    await guest.close()
  })

  it('is not let in with an invalid token', async () => {
    const guest = await visit(on.browser)
    await guest.page.goto(`${on.server.url}/auth/login`)
    await guest.page.evaluate(() => localStorage.setItem('token', 'a.b.c'))
    await guest.page.goto(`${on.server.url}/claw`)
    await guest.page.waitForURL((url) => url.pathname === '/auth/login')
    await guest.close()
  })
})

describe('every screen', () => {
  let reader: Visit
  beforeAll(async () => {
    reader = await visit(on.browser, { reducedMotion: 'reduce' })
    await logInPage(reader.page, on.server, on.person)
  })
  afterAll(() => reader.close())

  const isSoundInBothThemes = async (visited: Visit, title: RegExp) => {
    const { page, complaints } = visited
    await settle(visited)
    expect(await page.title()).toMatch(/Aerie/)
    await expect.poll(async () => (await page.getByRole('heading').allInnerTexts()).join(' '), { timeout: 30_000 }).toMatch(title)
    const ink = () => page.evaluate(() => getComputedStyle(document.body).color)
    const dark = await ink()
    expect(await accessibilityBreaches(page)).toEqual([])
    expect(await misplacedBlocks(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(ink, { timeout: 30_000 }).not.toBe(dark)
    await settle(visited)
    expect(await accessibilityBreaches(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(complaints).toEqual([])
  }

  it.each(GUARDED)('$path opens for a logged-in user, is accessible and leaves the console empty', async ({ path, title }) => {
    await reader.page.goto(`${on.server.url}${path}`)
    await isSoundInBothThemes(reader, title)
    expect(new URL(reader.page.url()).pathname).not.toBe('/auth/login')
  })

  it.each(ROUTES.filter(({ access }) => access === 'public'))(
    '$path opens for a guest, is accessible and leaves the console empty',
    async ({ path, title }) => {
      const guest = await visit(on.browser, { reducedMotion: 'reduce' })
      await guest.page.goto(`${on.server.url}${path}`)
      await isSoundInBothThemes(guest, title)
      expect(new URL(guest.page.url()).pathname).toBe(path)
      await guest.close()
    },
  )
})

describe('phones, 390 and 320 pixels wide', () => {
  const fit = async (phone: Visit, paths: readonly string[]) => {
    for (const path of paths) {
      await phone.page.setViewportSize(PHONE)
      await phone.page.goto(`${on.server.url}${path}`)
      for (const viewport of [PHONE, NARROW]) {
        await phone.page.setViewportSize(viewport)
        await settle(phone)
        // The layout may still be changing; real overflow persists.
        await expect.poll(() => sidewaysScroll(phone.page), { message: `${path} at ${viewport.width}` }).toBe(0)
      }
    }
  }
  // The wallboard stops moving only with reduced motion.
  const touch = { viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const
  const isForm = (path: string) => path.startsWith('/auth')
  const paths = ROUTES.map(({ path }) => path)

  it('have no screen that scrolls sideways', async () => {
    const phone = await visit(on.browser, touch)
    await logInPage(phone.page, on.server, on.person)
    await fit(
      phone,
      paths.filter((path) => !isForm(path)),
    )
    await phone.close()
  }, 180_000)

  it('have no form that scrolls sideways', async () => {
    const phone = await visit(on.browser, touch)
    await fit(phone, paths.filter(isForm))
    await phone.close()
  })
})

describe('figures', () => {
  const figurePages: ReadonlyArray<readonly [path: string, sign: string]> = [
    ['/', '[data-figure="volumeCoins"]'],
    ['/?page=4&asset=PEPE', 'aside [data-figure="totalSupply"]'],
    ['/currencies/SHIB', '[data-figure="marketCap"]'],
    ['/currencies/SHIB?panel=depth', '.ladder [data-side="bid"]'],
    ['/claw', '.market-mover-price'],
    ['/claw/posttrade?view=statistics', 'button[data-day]'],
    ['/claw/posttrade?view=compare', '.compare-table'],
    ...GUARDED.filter(({ path }) => path !== '/claw').map(({ path }) => [path, 'h1, h2'] as const),
  ]
  const tablet = { width: 768, height: 1024 }
  const medium = { width: 1024, height: 768 }
  const large = { width: 1920, height: 1080 }
  const sideways = { width: 844, height: 390 }

  const onPhone = figurePages.map(([path, sign]) => [path, sign.startsWith('aside') ? '[data-figure="price"]' : sign] as const)
  const withAgent = figurePages.filter(([path]) => path !== '/present')

  it.each([
    ['1920', large, figurePages],
    ['1440', WIDE, figurePages],
    ['1440, beside the agent', WIDE, withAgent],
    ['1024', medium, figurePages],
    ['768', tablet, onPhone],
    ['390', PHONE, onPhone],
    ['844', sideways, onPhone],
  ])(
    'are neither clipped nor covered, and overlap nowhere, on any screen with a user’s data, %s pixels wide',
    async (_, viewport, visited) => {
      const isPhone = viewport === PHONE || viewport === tablet || viewport === sideways
      const reader = await visit(on.browser, { viewport, reducedMotion: 'reduce', isMobile: isPhone, hasTouch: isPhone })
      const { page } = reader
      // A new user at each width, so that the workspaces have their default layout.
      const person = newPerson()
      await tradeSome(on.server, await signUp(on.server, person))
      await logInPage(page, on.server, person)
      // A dock may still be laid out; a real cut persists.
      const isWhole = (place: string) => expect.poll(() => cutFigures(page), { message: place }).toEqual([])
      const covered = viewport === tablet || viewport === sideways ? textsCoveredForGood : coveredTexts
      const isClear = (place: string) => expect.poll(() => covered(page), { message: `${place}, under the agent’s button` }).toEqual([])
      const isFree = (place: string) => expect.poll(() => coveredActions(page), { message: `${place}, primary actions` }).toEqual([])
      const look = async (place: string, sign: string) => {
        await settle(reader)
        await page.locator(sign).first().waitFor({ state: 'attached' })
        if (visited === withAgent) {
          await page.getByRole('button', { name: 'Agent EagleEye' }).first().click()
          await page.locator('.agent-panel').waitFor()
          await settle(reader)
        }
        await isWhole(place)
        await isClear(place)
        expect(await misplacedBlocks(page), place).toEqual([])
        // Where a page ends, nothing can be scrolled from under what floats.
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        await isFree(place)
        await page.evaluate(() => scrollTo(0, 0))
        await expect.poll(() => overlappingFigures(page), { message: `${place}, one over the other` }).toEqual([])
        await expect.poll(() => faultyChartTexts(page), { message: `${place}, texts of charts` }).toEqual([])
        if (place.startsWith('/ipc/')) {
          await page.getByRole('navigation', { name: 'Pages of forecasts' }).scrollIntoViewIfNeeded()
          await isClear(place)
        }
      }
      for (const [path, sign] of visited) {
        await page.goto(`${on.server.url}${path}`)
        await look(path, sign)
      }
      await page.goto(`${on.server.url}/claw/trade`)
      for (const name of ['Positions', 'Orders', 'Fills']) {
        await page
          .getByRole('tab', { name: new RegExp(`^${name}`) })
          .first()
          .click()
        await settle(reader)
        await isWhole(name)
        await expect.poll(() => controlsBehindCells(page), { message: name }).toEqual([])
      }
      await openWorkspaceOf(
        page,
        on.server,
        ['screener', 'watchlist', 'depth'].map((kind) => ({ kind, coin: 'SHIB' })),
      )
      await look('the screener', '.screen-table [data-figure="price"]')
      await openWorkspaceOf(
        page,
        on.server,
        ['volatility', 'correlation', 'risk'].map((kind) => ({ kind, coin: 'SHIB' })),
      )
      await settle(reader)
      await page.locator('main svg text').first().waitFor({ state: 'attached' })
      await expect.poll(() => faultyChartTexts(page), { message: 'the charts of Pre-trade' }).toEqual([])
      await reader.close()
    },
    240_000,
  )
})

it('figures that are clipped or lie over each other are found', async () => {
  const guest = await visit(on.browser)
  await guest.page.goto(`${on.server.url}/auth/login`)
  await settle(guest)
  expect(await overlappingFigures(guest.page)).toEqual([])
  await guest.page.evaluate(() => {
    const planted = document.createElement('div')
    planted.style.position = 'relative'
    const add = (text: string, style: Partial<CSSStyleDeclaration>) => {
      const figure = planted.appendChild(document.createElement('p'))
      figure.textContent = text
      Object.assign(figure.style, { position: 'absolute', ...style })
    }
    add('61,000.00', { top: '0' })
    add('60,903.00', { top: '6px' })
    add('12,345.67', { top: '60px', width: '20px', overflow: 'hidden', whiteSpace: 'nowrap' })
    document.querySelector('main')?.prepend(planted)
    const drawn = (name: string, attributes: Readonly<Record<string, string>>, text = '') => {
      const element = document.createElementNS('http://www.w3.org/2000/svg', name)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      element.textContent = text
      return element
    }
    const chart = planted.appendChild(drawn('svg', { width: '80', height: '40' }))
    chart.append(
      drawn('text', { x: '60', y: '20' }, '1.5%'),
      drawn('text', { x: '4', y: '36' }, '09:00'),
      drawn('text', { x: '20', y: '36' }, '10:00'),
    )
  })
  expect(await faultyChartTexts(guest.page)).toEqual(['1.5% cut by its chart', '09:00 over 10:00'])
  expect(await overlappingFigures(guest.page)).toEqual(['61,000.00 over 60,903.00'])
  expect(await cutFigures(guest.page)).toEqual([expect.stringContaining('12,345.67')])
  await guest.close()
})

it('a floating control over a primary action is found, and one beside it is not', async () => {
  const guest = await visit(on.browser)
  await guest.page.goto(`${on.server.url}/auth/login`)
  await settle(guest)
  expect(await coveredActions(guest.page)).toEqual([])
  await guest.page.evaluate(() => {
    const { right = 0, bottom = 0 } = document.querySelector('main button[type="submit"]')?.getBoundingClientRect() ?? {}
    for (const [name, inside] of [
      ['over', 6],
      ['beside', -1],
    ] as const) {
      const planted = document.body.appendChild(document.createElement('button'))
      planted.textContent = name
      const place = { left: `${right - inside}px`, top: `${bottom - inside}px`, width: '48px', height: '48px' }
      Object.assign(planted.style, { position: 'fixed', ...place })
    }
  })
  expect(await coveredActions(guest.page)).toEqual(['over over Log In: 6 × 6'])
  await guest.close()
})

it('a control behind a cell that stays at the edge is found', async () => {
  const guest = await visit(on.browser)
  await guest.page.goto(`${on.server.url}/auth/login`)
  await settle(guest)
  await guest.page.evaluate(() => {
    const row = document.createElement('table').insertRow()
    for (const [name, style] of [
      ['Free', { width: '80px' }],
      ['Hidden', { width: '120px' }],
      ['Edge', { position: 'sticky', right: '0', width: '120px', background: 'white' }],
    ] as const) {
      const button = row.insertCell().appendChild(document.createElement('button'))
      button.textContent = name
      Object.assign(button.style, { width: '100%' })
      Object.assign(button.parentElement?.style ?? {}, style)
    }
    const scroller = document.createElement('div')
    Object.assign(scroller.style, { position: 'fixed', top: '0', left: '0', width: '220px', overflow: 'auto', zIndex: '99' })
    const table = row.closest('table')
    if (table !== null) Object.assign(table.style, { width: '330px', tableLayout: 'fixed' })
    scroller.append(table ?? '')
    document.body.append(scroller)
  })
  expect(await controlsBehindCells(guest.page)).toEqual(['Hidden'])
  await guest.close()
})

describe('an unknown address', () => {
  it('returns 404 with an error page', async () => {
    const guest = await visit(on.browser, { quiet: [/404/] })
    const answer = await guest.page.goto(`${on.server.url}/no-such-place`)
    expect(answer?.status()).toBe(404)
    await guest.page
      .getByRole('main')
      .getByText(/not found|does not exist|no page/i)
      .first()
      .waitFor()
    expect(await accessibilityBreaches(guest.page)).toEqual([])
    expect(guest.complaints).toEqual([])
    await guest.close()
  })

  it('below /api returns a problem document, not a page', async () => {
    const answer = await fetch(`${on.server.url}/api/v1/no-such-call`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, expect.stringContaining('application/problem+json')])
  })
})
