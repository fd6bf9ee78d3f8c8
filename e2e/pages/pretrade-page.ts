import type { Locator, Page } from 'playwright-core'
import { until } from '../support/until.ts'

export function pretradePage(page: Page, url: string) {
  const toolbar = page.getByRole('toolbar', { name: 'Workspace' })
  const tab = (name: string | RegExp): Locator => page.locator('.dock').getByRole('tab', { name })
  const slot = (kind: string): Locator => page.locator(`[data-slot][data-kind="${kind}"]`)
  const menu = async (button: Locator, item: string | RegExp) => {
    await button.click()
    await page
      .getByRole('menuitem', { name: item })
      .or(page.getByRole('menuitemradio', { name: item }))
      .locator('visible=true')
      .first()
      .click()
  }
  const controls = (kind: string) => page.getByRole('toolbar', { name: `${kind} controls` })
  return {
    toolbar,
    tab,
    slot,
    controls,
    open: async (path = '/claw/pretrade') => {
      await page.goto(`${url}${path}`)
      await page.locator('[data-slot]').first().waitFor()
    },
    preset: (title: RegExp) => toolbar.getByRole('button', { name: title }).click(),
    layoutMenu: (item: string | RegExp) =>
      menu(toolbar.getByRole('button', { expanded: false }).filter({ hasNotText: 'Add slot' }).first(), item),
    addSlot: (kind: string) => menu(toolbar.getByRole('button', { name: 'Add slot' }), kind),
    slotMenu: (kind: string, item: string | RegExp) => menu(controls(kind).getByRole('button', { name: `More about ${kind}` }), item),
    toast: (text: string | RegExp) => page.locator('.Toastify__toast').filter({ hasText: text }),
    saved: () => toolbar.getByText('Saved', { exact: true }).waitFor(),
    dropMark: page.locator('.dv-drop-target-selection, .dv-drop-target-anchor'),
    seen: () => seen(page),
    shows: (...kinds: string[]) =>
      until(`the slots ${kinds.join(', ')}`, async () => (await seen(page)).join() === kinds.join() || undefined),
    widthOf: async (kind: string) => (await slot(kind).first().boundingBox())?.width ?? 0,
  }
}

const seen = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.dock [data-slot]')]
      .map((slot) => ({ kind: slot.dataset.kind ?? '', box: slot.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0)
      .sort((a, b) => a.box.left - b.box.left || a.box.top - b.box.top)
      .map(({ kind }) => kind),
  )
