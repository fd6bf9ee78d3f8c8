import { beforeAll, expect, it } from 'vitest'
import { ipcPage } from '../pages/ipc-page.ts'
import { accessibilityBreaches, PHONE, sidewaysScroll, type VisitOptions, visit, WIDE } from '../support/browser.ts'
import { logInPage } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const on = sharedStage()
beforeAll(async () => {
  // A new server loads the history of its coins first.
  const isThere = async () => {
    const { data } = (await (await fetch(`${on.server.url}/api/v1/forecasts/BTC`)).json()) as { data: { state: string } }
    return data.state === 'ready' ? true : undefined
  }
  await until('the first forecast', isThere, 130_000)
}, 200_000)

async function open(options: VisitOptions, path = '/ipc/BTC') {
  const { page, complaints, close } = await visit(on.browser, options)
  await logInPage(page, on.server, on.person)
  const ipc = ipcPage(page, on.server.url)
  await ipc.open(path)
  await ipc.level.waitFor()
  return { page, ipc, complaints, close }
}

it('drags the level with the mouse: the probability falls as it rises, and the address keeps it', async () => {
  const { page, ipc, complaints, close } = await open({ viewport: WIDE })
  await expect.poll(ipc.chance).toBeGreaterThan(0)
  const before = await ipc.chance()
  // Loaded candles rescale the price axis, and the level moves with it.
  await page.locator('path.candles:not([d=""])').first().waitFor({ state: 'attached' })
  const box = (await ipc.level.boundingBox())!
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width / 2, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, y - 60, { steps: 6 })
  await expect.poll(ipc.chance).toBeLessThan(before)
  await page.mouse.up()
  // The URL is updated each time the level comes to rest: the last update counts.
  const inAddress = () => new URL(page.url()).searchParams.get('level')
  const held = await until('the level in the address', async () => {
    const level = await ipc.level.getAttribute('aria-valuenow')
    return level === inAddress() ? level : undefined
  })
  await page.reload()
  await ipc.level.waitFor()
  await expect.poll(() => ipc.level.getAttribute('aria-valuenow')).toBe(held)
  expect(complaints).toEqual([])
  await close()
})

it('explains a figure on request, and Escape closes the explanation', async () => {
  const { page, close } = await open({ viewport: WIDE })
  const name = 'About CRPS of one forecast'
  const about = page.getByRole('button', { name, exact: true })
  const explanation = page.getByRole('note').filter({ hasText: 'CRPS of one forecast' }).filter({ hasText: 'pinball(τ)' })
  // The browser itself exposes the expanded state of a popover's button.
  const cdp = await page.context().newCDPSession(page)
  const isExpanded = async () => {
    const { root } = await cdp.send('DOM.getDocument')
    const { nodes } = await cdp.send('Accessibility.queryAXTree', { nodeId: root.nodeId, role: 'button', accessibleName: name })
    return nodes[0]?.properties?.find((property) => property.name === 'expanded')?.value.value
  }
  expect(await explanation.isVisible()).toBe(false)
  expect(await isExpanded()).toBe(false)
  await about.focus()
  await page.keyboard.press('Enter')
  await explanation.waitFor()
  await expect.poll(isExpanded).toBe(true)
  await page.keyboard.press('Escape')
  await explanation.waitFor({ state: 'hidden' })
  await close()
})

it.each([
  ['wide and dark', { viewport: WIDE, colorScheme: 'dark' }],
  ['wide and light', { viewport: WIDE, colorScheme: 'light' }],
  ['on a dark phone', { viewport: PHONE, colorScheme: 'dark', isMobile: true, hasTouch: true }],
  ['on a light phone', { viewport: PHONE, colorScheme: 'light', isMobile: true, hasTouch: true }],
] as const)('is accessible, leaves the console empty and does not scroll sideways, %s', async (_, options) => {
  const { page, ipc, complaints, close } = await open(options)
  await ipc.entry('open').first().waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  expect(complaints).toEqual([])
  await close()
})
