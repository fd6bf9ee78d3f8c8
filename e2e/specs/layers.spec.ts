import type { ElementHandle, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PHONE, type Visit, visit, WIDE } from '../support/browser.ts'
import { cutInLayer, overlappingFigures, topLayer } from '../support/cut-figures.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { GUARDED } from '../support/routes.ts'
import { sharedStage } from '../support/stage.ts'
import { tradeSome } from '../support/trade-some.ts'

const on = sharedStage()

/** Elements marked as opening a dialog, a menu or a popover. */
const OPENERS = '[aria-haspopup="dialog"], [aria-haspopup="menu"], [popovertarget]'
type Size = { readonly width: number; readonly height: number }
const WALKS: readonly (readonly [device: string, isTouch: boolean, sizes: readonly Size[]])[] = [
  ['a desktop', false, [{ width: 1920, height: 1080 }, WIDE, { width: 1024, height: 768 }]],
  ['a tablet and a phone', true, [{ width: 768, height: 1024 }, PHONE]],
]

/** Names of the visible openers, without their figures; each name once. */
const openersOf = (page: Page): Promise<string[]> =>
  page.evaluate((openers) => {
    const shown = [...document.querySelectorAll<HTMLElement>(openers)].filter(
      (each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(':disabled, [aria-disabled="true"]'),
    )
    return [...new Set(shown.map((each) => (each.getAttribute('aria-label') ?? each.innerText).replace(/[\d.,]+/g, '#').trim()))]
  }, OPENERS)

async function openerNamed(page: Page, name: string): Promise<ElementHandle<HTMLElement> | null> {
  const found = await page.evaluateHandle(
    ([openers, wanted]) =>
      [...document.querySelectorAll<HTMLElement>(openers)].find(
        (each) =>
          each.checkVisibility({ visibilityProperty: true }) &&
          (each.getAttribute('aria-label') ?? each.innerText).replace(/[\d.,]+/g, '#').trim() === wanted,
      ) ?? null,
    [OPENERS, name] as const,
  )
  return found.asElement()
}

const overlapsInLayer = async (page: Page): Promise<string[]> => overlappingFigures(page, await topLayer(page))

const isOpen = async (page: Page): Promise<boolean> => (await topLayer(page)).evaluate((layer) => layer !== null)

async function settle(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}

async function isWhole(page: Page, place: string): Promise<void> {
  await expect.poll(() => isOpen(page), { message: place }).toBe(true)
  // Its content may still be loading; a real cut persists.
  await expect.poll(() => cutInLayer(page), { message: place }).toEqual([])
  await expect.poll(() => overlapsInLayer(page), { message: `${place}, one over the other` }).toEqual([])
}

async function close(page: Page, place: string): Promise<void> {
  await page.keyboard.press('Escape')
  await expect.poll(() => isOpen(page), { message: `${place}, after Escape` }).toBe(false)
}

async function personWithData({ page }: Visit): Promise<void> {
  const person = newPerson()
  await tradeSome(on.server, await signUp(on.server, person))
  await logInPage(page, on.server, person)
}

/** Clicks the opener, again if it was re-rendered meanwhile, for example after a resize. False if it is gone. */
async function press(page: Page, name: string): Promise<boolean> {
  const opener = await openerNamed(page, name)
  if (opener === null) return false
  try {
    await opener.click()
    return true
  } catch (error) {
    if (!String(error).includes('not attached')) throw error
    return press(page, name)
  }
}

async function openAll(page: Page, place: string, seen: Set<string>): Promise<void> {
  for (const name of await openersOf(page)) {
    // The header is the same on every screen.
    if (seen.has(name)) continue
    seen.add(name)
    if (!(await press(page, name))) continue
    await isWhole(page, `${name} on ${place}`)
    await close(page, `${name} on ${place}`)
  }
}

it.each(WALKS)(
  'no dialog, menu or popover cuts its text, on any screen with a user’s data, at any size of %s',
  async (_, isTouch, sizes) => {
    const reader = await visit(on.browser, { viewport: sizes[0] ?? WIDE, reducedMotion: 'reduce', isMobile: isTouch, hasTouch: isTouch })
    const { page } = reader
    await personWithData(reader)
    const walks = sizes.map((size) => ({ size, seen: new Set<string>() }))
    for (const { path } of GUARDED) {
      await page.goto(`${on.server.url}${path}`)
      for (const { size, seen } of walks) {
        await page.setViewportSize(size)
        await settle(page)
        await openAll(page, `${path}, ${size.width} pixels wide`, seen)
      }
    }
    // As many as a trader meets on the first day: else the walk has lost its way.
    for (const { seen } of walks) expect(seen.size).toBeGreaterThan(40)
    expect(reader.complaints).toEqual([])
    await reader.close()
  },
  600_000,
)

it('texts that a dialog cuts, a dialog beyond the screen and figures over each other in it are found', async () => {
  const guest = await visit(on.browser)
  const { page } = guest
  // The app's own pages refuse markup from strings.
  await page.goto('about:blank')
  const plant = (html: string, style: Partial<CSSStyleDeclaration> = {}) =>
    page.evaluate(
      ([inner, given]) => {
        document.querySelector('#planted')?.remove()
        const dialog = document.body.appendChild(document.createElement('dialog'))
        dialog.id = 'planted'
        dialog.innerHTML = inner
        Object.assign(dialog.style, { width: '300px', overflow: 'auto', ...given })
        dialog.showModal()
      },
      [html, style] as const,
    )
  const figure = (text: string, top: number) => `<span style="position:absolute;left:20px;top:${top}px">${text}</span>`

  await plant(
    `<p>Closes all positions.</p><div style="position:relative;height:60px">${figure('61,000.00', 0)}${figure('60,903.00', 30)}</div>`,
  )
  expect([await cutInLayer(page), await overlapsInLayer(page)]).toEqual([[], []])
  await plant('<p style="white-space:nowrap;overflow:hidden">This closes one position at market and cancels all orders, stops too.</p>')
  expect(await cutInLayer(page)).toEqual([expect.stringContaining('This closes one position')])
  await plant('<button style="width:40px;white-space:nowrap">Close all positions</button>')
  expect(await cutInLayer(page)).toContainEqual(expect.stringContaining('Close all positions in BUTTON'))
  await plant('<p style="width:40px;overflow-wrap:anywhere">0.00001445</p>')
  expect(await cutInLayer(page)).toEqual([expect.stringContaining('0.00001445 on two lines in P')])
  await plant('<p style="height:10px;overflow:hidden">Two<br>lines</p>')
  expect(await cutInLayer(page)).toContainEqual(expect.stringContaining('in P'))
  await plant('<p>Fits</p>', { width: '2000px', maxWidth: 'none', margin: '0' })
  expect(await cutInLayer(page)).toEqual([expect.stringContaining('the layer itself')])
  await plant('<div style="width:500px">Wide</div>')
  expect(await cutInLayer(page)).toEqual([expect.stringContaining('the layer scrolls sideways')])
  await plant(`<div style="position:relative;height:60px">${figure('61,000.00', 0)}${figure('60,903.00', 6)}</div>`)
  expect(await overlapsInLayer(page)).toEqual(['61,000.00 over 60,903.00'])
  await guest.close()
})
