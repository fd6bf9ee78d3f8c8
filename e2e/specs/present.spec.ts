import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presentPage } from '../pages/present-page.ts'
import { accessibilityBreaches, PHONE, sidewaysScroll, type Visit, type VisitOptions, visit, WIDE } from '../support/browser.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { savedDocuments } from '../support/saved-documents.ts'
import { sharedStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const PANEL = { width: 1920, height: 1080 }
const LARGE_PANEL = { width: 3840, height: 2160 }

const on = sharedStage()
// A long interval: on a slow machine the scene changes only on command. The interval has a settings test of its own.
beforeAll(() => savedDocuments(() => ({ server: on.server, token: on.session.token })).change('present/main', { seconds: 600 }))

async function atWall(options: VisitOptions = {}, who = on.person) {
  const viewer = await visit(on.browser, { viewport: PANEL, ...options })
  await logInPage(viewer.page, on.server, who)
  const wall = presentPage(viewer.page, on.server.url)
  return { ...viewer, wall }
}

describe('a wallboard', () => {
  let viewer: Visit
  let page: Page
  let wall: ReturnType<typeof presentPage>
  beforeAll(async () => {
    viewer = await visit(on.browser, { viewport: PANEL })
    page = viewer.page
    await logInPage(page, on.server, on.person)
    wall = presentPage(page, on.server.url)
    await wall.open()
    await wall.hold()
    await wall.tiles.first().waitFor()
  })
  afterAll(() => viewer.close())

  it('shows the largest coins by market cap, with the source of the prices, and nothing of the app shell', async () => {
    await until('fifty tiles', async () => (await wall.tiles.count()) === 50 || undefined)
    const areaOf = async (name: string) => {
      const box = await wall.tiles.filter({ has: page.locator('b', { hasText: new RegExp(`^${name}$`) }) }).boundingBox()
      return (box?.width ?? 0) * (box?.height ?? 0)
    }
    await until('BTC to be larger than ETH', async () => (await areaOf('BTC')) > (await areaOf('ETH')) || undefined)
    await wall.badge.filter({ hasText: /^SIMULATED\s*\d+ s old$/ }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.locator('#agent-button').isVisible()).toBe(false)
  })

  it('colours a tile by its change, with the sign', async () => {
    const tile = wall.tiles.filter({ has: page.locator('b', { hasText: /^BTC$/ }) })
    const [shade, text] = await tile.evaluate((each) => [each.dataset.shade ?? '', each.textContent ?? ''])
    const [, sign = '', digits = ''] = /([+−]?)(\d+\.\d\d)%/.exec(text.replace(/^.*over 24 hours/, '')) ?? []
    expect(Math.sign(Number(shade))).toBe(Math.sign(Number(`${sign.replace('−', '-')}${digits}`)))
  })

  it('updates with the market', async () => {
    const read = () => page.locator('.wall-map').innerText()
    const first = await read()
    await until('another figure on the map', async () => ((await read()) === first ? undefined : true))
  })

  it('pauses and resumes with Space, shows the state, and steps with the arrows, wrapping at both ends', async () => {
    await page.keyboard.press('Space')
    await page.locator('.wall:not([data-held])').waitFor()
    await wall.hold()
    await wall.at('1 of 8, paused')
    await page.keyboard.press('ArrowRight')
    await wall.at('2 of 8, paused')
    await page.getByRole('heading', { name: 'Bitcoin' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await wall.at('8 of 8, paused')
    await wall.scene('Movers').waitFor()
  })

  it('shows each scene by its number key', async () => {
    for (const [key, name] of [
      ['1', 'Heat map'],
      ['2', 'Selected coin'],
      ['3', 'Charts'],
      ['4', 'Movers'],
    ] as const) {
      await page.keyboard.press(key)
      await wall.scene(name).waitFor()
      await wall.controls.getByRole('button', { name, exact: true, pressed: true, includeHidden: true }).waitFor({ state: 'attached' })
    }
  })

  it('sorts gainers and losers', async () => {
    // Read in one call: a list that changes while it is read has no order.
    const changes = (side: string) =>
      page
        .getByRole('region', { name: side })
        .evaluate((list) =>
          [...list.querySelectorAll('.wall-mover > b')].map((each) => Number(each.textContent?.replace('%', '').replace('−', '-'))),
        )
    // At least one side is full; in some hours all coins move the same way.
    const [up, down] = await until('movers on either side', async () => {
      const [risen, fallen] = await Promise.all([changes('Gainers'), changes('Losers')])
      return risen.length + fallen.length >= 8 ? ([risen, fallen] as const) : undefined
    })
    expect(up).toEqual([...up].sort((a, b) => b - a))
    expect(down).toEqual([...down].sort((a, b) => a - b))
    expect(up.every((percent) => percent > 0) && down.every((percent) => percent < 0)).toBe(true)
  })

  it('draws the chart of the coin with its figures and its forecast', async () => {
    await page.keyboard.press('2')
    await page.getByRole('region', { name: 'Price chart of BTC' }).locator('canvas').first().waitFor()
    await page.locator('.wall-forecast').getByText('80%:').waitFor({ timeout: 60_000 })
    await page.locator('.wall-coin-price', { hasText: /^\$[\d,]+\.\d\d$/ }).waitFor()
  })

  it('leaves Space to the focused button, and arrows to the chart', async () => {
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowLeft')
    await wall.at('2 of 8, paused')
    await wall.control('Resume').focus()
    await page.keyboard.press('Space')
    await wall.at('2 of 8')
    await page.keyboard.press('Tab')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Next')
    await until(
      'the bar to be seen',
      async () => (await wall.controls.evaluate((bar) => getComputedStyle(bar).opacity)) === '1' || undefined,
    )
  })

  it('moves the ticker tape by transform alone, and stops it on hover, on focus and while paused', async () => {
    await page.mouse.move(900, 500)
    await wall.tapeIs('running')
    const before = await wall.tapeLeft()
    await until('the tape to move', async () => ((await wall.tapeLeft()) !== before ? true : undefined))
    await page.mouse.move(300, 1060)
    await wall.tapeIs('paused')
    await page.mouse.move(900, 500)
    await wall.tape.focus()
    await wall.tapeIs('paused')
    await wall.control('Pause').focus()
    await wall.tapeIs('running')
    await page.keyboard.press('Space')
    await wall.tapeIs('paused')
    const held = await wall.tapeLeft()
    await page.keyboard.press('4')
    await wall.scene('Movers').waitFor()
    expect(await wall.tapeLeft()).toBe(held)
    await page.keyboard.press('Space')
  })

  it('returns with Escape to the previous page, and restores the shell', async () => {
    await page.goto(`${on.server.url}/currencies/ETH`)
    // Until the app has loaded, it ignores navigation.
    await page.getByRole('region', { name: 'Price chart of ETH' }).waitFor()
    await page.evaluate(() => {
      history.pushState({ idx: 1, key: 'x', usr: null }, '', '/present')
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    })
    await wall.wall.waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(`${on.server.url}/currencies/ETH`)
    await page.getByRole('navigation', { name: 'Sections' }).waitFor()
  })

  it('leaves the console empty', () => expect(viewer.complaints).toEqual([]))
})

describe('settings', () => {
  it('are stored for the user, take effect at once, and invalid ones are not saved', async () => {
    const who = newPerson()
    const { token } = await signUp(on.server, who)
    const saved = savedDocuments(() => ({ server: on.server, token }))
    const { page, wall, complaints, close } = await atWall({ viewport: WIDE }, who)
    await wall.open()
    await wall.hold()
    await wall.tiles.first().waitFor()
    await page.keyboard.press('s')
    await wall.settings.waitFor()
    await page.keyboard.press('4')
    expect(await wall.scene('Heat map').count()).toBe(1)
    await wall.settings.getByLabel('Charts', { exact: true }).uncheck()
    await wall.settings.getByLabel('Selected coin').uncheck()
    await wall.settings.getByLabel('Change over 7 days').check()
    await wall.settings.getByLabel('Largest 20').check()
    await wall.settings.getByLabel('Same size').check()
    await wall.settings.getByLabel('1 hour', { exact: true }).uncheck()
    await wall.settings.getByLabel('Add a coin').selectOption('DOGE')
    await wall.settings.getByRole('button', { name: 'Remove XRP' }).click()
    const seconds = wall.settings.getByLabel('Seconds per scene')
    await seconds.fill('2')
    await wall.settings.getByText('A whole number from 5 to 600.').waitFor()
    await seconds.fill('5')
    // The last edit must be saved, not only an earlier one.
    await saved.untilHas('present/main', '"seconds":5')
    await wall.settings.getByText('Saved', { exact: true }).waitFor()
    // The rotation pauses behind the dialog; after it, scenes last five seconds.
    await until('twenty tiles', async () => (await wall.tiles.count()) === 20 || undefined)
    await page.getByRole('heading', { name: 'Market, 7 days' }).waitFor()
    await page.keyboard.press('Escape')
    await wall.settings.waitFor({ state: 'detached' })
    await wall.at('1 of 3, paused')
    await page.keyboard.press('Space')
    await wall.at('1 of 3')
    await page.reload()
    await wall.at('1 of 3')
    await wall.at('2 of 3')
    await page.keyboard.press('s')
    await wall.settings.waitFor()
    await wall.settings
      .getByRole('list', { name: 'Coins with a chart' })
      .filter({ hasText: /BTC\s*ETH\s*SOL\s*DOGE/ })
      .waitFor()
    expect(await seconds.inputValue()).toBe('5')
    expect(await accessibilityBreaches(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('do not allow disabling the last scene', async () => {
    const who = newPerson()
    await signUp(on.server, who)
    const { page, wall, close } = await atWall({}, who)
    await wall.open()
    await wall.hold()
    await page.keyboard.press('s')
    await wall.settings.waitFor()
    for (const scene of ['Heat map', 'Selected coin', 'Charts']) await wall.settings.getByLabel(scene, { exact: true }).uncheck()
    const last = wall.settings.getByLabel('Movers', { exact: false }).first()
    // By key: Playwright's click would wait for the disabled control.
    await wall.settings.getByText('at least one is needed').waitFor()
    await last.press('Space')
    expect(await last.isChecked()).toBe(true)
    await wall.settings.getByText('at least one is needed').waitFor()
    await close()
  })
})

describe('reduced motion', () => {
  it('stops all movement: the ticker tape is paged, and nothing fades', async () => {
    const { page, wall, complaints, close } = await atWall({ reducedMotion: 'reduce' })
    await wall.open()
    await page.locator('.wall-tape-page .wall-tape-entry').first().waitFor()
    expect(await page.locator('.wall-tape-band').count()).toBe(0)
    const running = await page.evaluate(() => document.getAnimations().map((animation) => (animation as CSSAnimation).animationName))
    expect(running).toEqual([])
    const first = await page.locator('.wall-tape-page').innerText()
    await page.waitForFunction(
      (before) => {
        const text = document.querySelector<HTMLElement>('.wall-tape-page')?.innerText
        return text !== undefined && text.slice(0, 3) !== before
      },
      first.slice(0, 3),
    )
    expect(complaints).toEqual([])
    await close()
  })
})

const SCENES = [
  ['1', 'Heat map'],
  ['2', 'Selected coin'],
  ['4', 'Movers'],
] as const

// Axe runs on what differs: the handheld layout and both themes. A size only changes the scale.
describe.each([
  ['a phone', { viewport: PHONE, isMobile: true, hasTouch: true }, true],
  ['a desk', { viewport: WIDE }, false],
  ['a large panel', { viewport: LARGE_PANEL }, false],
  ['a light room', { viewport: PANEL, colorScheme: 'light' as const }, true],
])('the wallboard on %s', (_where, options, isForAxe) => {
  it('is accessible in each scene, leaves the console empty, and is no wider than the screen', async () => {
    const { page, wall, complaints, close } = await atWall({ ...options, reducedMotion: 'reduce' })
    await wall.open()
    await wall.hold()
    await wall.tiles.first().waitFor()
    for (const [key, name] of SCENES) {
      await page.keyboard.press(key)
      await wall.scene(name).waitFor()
      await wall.isDrawn()
      expect([name, isForAxe ? await accessibilityBreaches(page) : []]).toEqual([name, []])
      expect([name, await sidewaysScroll(page)]).toEqual([name, 0])
    }
    expect(complaints).toEqual([])
    await close()
  })
})

describe('touch', () => {
  it('taps to pause and resume, swipes to skip and go back, and taps buttons, even right after a swipe', async () => {
    const { page, context, wall, close } = await atWall({ viewport: PHONE, isMobile: true, hasTouch: true })
    await wall.open()
    await wall.tiles.first().waitFor()
    const cdp = await context.newCDPSession(page)
    await page.touchscreen.tap(200, 400)
    await wall.at('1 of 8, paused')
    await page.touchscreen.tap(200, 400)
    await wall.at('1 of 8')
    await swipe(cdp, 300, 100)
    await wall.at('2 of 8')
    await swipe(cdp, 100, 300)
    await wall.at('1 of 8')
    await wall.control('Movers').tap()
    await wall.at('6 of 8')
    await swipe(cdp, 300, 100)
    await wall.at('7 of 8')
    await wall.control('Pause').tap()
    await wall.at('7 of 8, paused')
    await close()
  })
})

async function swipe(cdp: CDPSession, from: number, to: number): Promise<void> {
  const at = (x: number) => [{ x, y: 400 }]
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
  for (let step = 1; step <= 5; step += 1)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(from + ((to - from) * step) / 5) })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
