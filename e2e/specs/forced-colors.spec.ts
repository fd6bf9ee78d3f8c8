import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PHONE, type Visit, visit, WIDE } from '../support/browser.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { ROUTES } from '../support/routes.ts'
import { sharedStage } from '../support/stage.ts'

const on = sharedStage()
const PATHS = ROUTES.map(({ path }) => path).filter((path) => !path.startsWith('/auth'))

/** Selected controls that look like the others of their group, and the number of groups compared. Font weight is ignored. */
const likeTheOthers = (page: Page): Promise<{ readonly alike: readonly string[]; readonly groups: number }> =>
  page.evaluate(() => {
    const CHOICES = '[aria-pressed], [role="tab"], nav a, label:has(> input[type="radio"]), .dv-tab'
    const GROUPS = 'nav, [role="tablist"], fieldset, [role="group"], [role="toolbar"], .dv-tabs-container'
    const isChosen = (element: Element) =>
      element.matches(
        '[aria-pressed="true"], [aria-selected="true"], [aria-current]:not([aria-current="false"]), :has(> input:checked), .dv-active-tab',
      )
    const lookOf = (element: Element) => {
      const { backgroundColor, borderTopColor, borderBottomColor, borderBottomWidth, outlineStyle } = getComputedStyle(element)
      return [backgroundColor, borderTopColor, borderBottomWidth === '0px' ? '' : borderBottomColor, outlineStyle].join()
    }
    const groups = Map.groupBy(
      [...document.querySelectorAll(CHOICES)].filter(
        (element) => element.checkVisibility() && element.closest('.dv-tab') !== element.parentElement,
      ),
      (element) => element.closest(GROUPS) ?? element.parentElement,
    )
    const compared = [...groups.values()].filter((all) => all.some(isChosen) && !all.every(isChosen))
    const alike = compared.flatMap((all) => {
      const others = new Set(all.filter((each) => !isChosen(each)).map(lookOf))
      return all.filter((each) => isChosen(each) && others.has(lookOf(each))).map((each) => each.outerHTML.slice(0, 120))
    })
    return { alike, groups: compared.length }
  })

const markFilled = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const filled = (element: Element) => getComputedStyle(element).backgroundColor
    for (const button of document.querySelectorAll('button, a')) {
      const [own, around] = [filled(button), filled(button.parentElement ?? button)]
      if (button.checkVisibility() && own !== around && !own.endsWith(', 0)')) button.setAttribute('data-filled', '')
    }
  })

const withoutBox = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const page = getComputedStyle(document.documentElement).backgroundColor
    return [...document.querySelectorAll('[data-filled]')]
      .filter((button) => {
        const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(button)
        const hasGround = backgroundColor !== page && !backgroundColor.endsWith(', 0)')
        return !hasGround && (borderTopWidth === '0px' || borderTopColor === page)
      })
      .map((button) => button.outerHTML.slice(0, 120))
  })

let reader: Visit
let page: Page
beforeAll(async () => {
  const person = newPerson()
  await signUp(on.server, person)
  reader = await visit(on.browser, { reducedMotion: 'reduce', forcedColors: 'active', quiet: [/willReadFrequently/] })
  page = reader.page
  await logInPage(page, on.server, person)
})
afterAll(() => reader.close())

it.each([
  ['wide', WIDE, 5],
  // One slot at a time: the bottom bar, the tabs and the intervals.
  ['on a phone', PHONE, 2],
] as const)(
  'every screen shows which control is selected, and its buttons keep their border, %s',
  async (_, viewport, groupsOfTrade) => {
    await page.setViewportSize(viewport)
    const compared: Record<string, number> = {}
    for (const path of PATHS) {
      await page.emulateMedia({ forcedColors: 'none' })
      await page.goto(`${on.server.url}${path}`)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await page.waitForFunction(() => {
        // The ticket of a phone is hidden, and loads when it is opened.
        const loading = [...document.querySelectorAll('[aria-busy="true"], [role="status"] .animate-skeleton')]
        return !loading.some((part) => part.checkVisibility())
      })
      await markFilled(page)
      await page.emulateMedia({ forcedColors: 'active' })
      const { alike, groups } = await likeTheOthers(page)
      compared[path] = groups
      expect([path, alike, await withoutBox(page)]).toEqual([path, [], []])
    }
    expect(compared['/']).toBeGreaterThanOrEqual(2)
    expect(compared['/claw/trade']).toBeGreaterThanOrEqual(groupsOfTrade)
    expect(reader.complaints).toEqual([])
  },
  240_000,
)

it('the chart distinguishes rising from falling candles, and its last price is readable', async () => {
  await page.setViewportSize(WIDE)
  await page.goto(`${on.server.url}/currencies/BTC`)
  await page.locator('.chart canvas').first().waitFor()
  const inks = await page.evaluate(() => {
    const probe = document.createElement('i')
    document.body.append(probe)
    return ['CanvasText', 'LinkText', 'Canvas'].map((color) => {
      probe.style.color = color
      return (getComputedStyle(probe).color.match(/\d+/g) ?? []).slice(0, 3).join()
    })
  })
  /** Pixels of the rising and falling color, and of about the background color in axis labels: a blank label has none. */
  const look = () =>
    page.evaluate(([up, down, ground]) => {
      const rowsOf = (canvas: HTMLCanvasElement): string[][] => {
        const { width, height } = canvas
        const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
        const at = (i: number) => (data[i + 3] === 255 ? `${data[i]},${data[i + 1]},${data[i + 2]}` : '')
        return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => at(4 * (y * width + x))))
      }
      const count = (rows: readonly (readonly string[])[], isCounted: (color: string) => boolean) =>
        rows.reduce((sum, row) => sum + row.filter(isCounted).length, 0)
      // Text is antialiased: depending on its digits, no pixel may have the exact color.
      const channels = (ground ?? '').split(',').map(Number)
      const isNearGround = (color: string) =>
        color !== '' && color.split(',').every((value, i) => Math.abs(Number(value) - (channels[i] ?? 0)) < 96)
      const canvases = [...document.querySelectorAll<HTMLCanvasElement>('.chart canvas')].filter(({ width, height }) => width * height > 0)
      const all = canvases.map(rowsOf)
      const axes = all.filter(([first]) => (first?.length ?? 0) < 120).flat()
      const labels = axes.filter((row) => row.filter((color) => color === up || color === down).length > row.length / 6)
      return [count(all.flat(), (each) => each === up), count(all.flat(), (each) => each === down), count(labels, isNearGround)]
    }, inks)
  await expect.poll(async () => (await look()).map((pixels) => pixels > 5)).toEqual([true, true, true])
  expect(reader.complaints).toEqual([])
})
