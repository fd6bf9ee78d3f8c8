import type { Page } from 'playwright-core'
import { until } from '../support/until.ts'

export const LISTS_LAYOUT = {
  version: 1,
  name: '',
  maximised: null,
  windows: [],
  slots: ['watchlist', 'screener', 'checklist', 'notes'].map((kind) => ({ id: kind, kind, channel: 1, options: {} })),
  place: {
    type: 'row',
    weight: 1,
    parts: [
      { type: 'column', weight: 1, parts: [tabs('watchlist'), tabs('checklist')] },
      { type: 'column', weight: 1.6, parts: [tabs('screener'), tabs('notes')] },
    ],
  },
}

function tabs(id: string) {
  return { type: 'tabs', weight: 1, slots: [id], active: id }
}

export function listsPage(page: Page, url: string) {
  const slot = (id: string) => page.locator(`[data-slot="${id}"]`)
  const [watchlist, screener, checklist, notes] = ['watchlist', 'screener', 'checklist', 'notes'].map(slot) as [
    ReturnType<typeof slot>,
    ReturnType<typeof slot>,
    ReturnType<typeof slot>,
    ReturnType<typeof slot>,
  ]
  const coins = (area: ReturnType<typeof slot>) =>
    area.locator('tbody [data-symbol]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-symbol') ?? ''))
  return {
    page,
    watchlist,
    screener,
    checklist,
    notes,
    open: async () => {
      await page.goto(`${url}/claw/pretrade`)
      await watchlist.getByRole('toolbar', { name: 'Watchlist' }).waitFor()
      await screener.locator('tbody tr').first().waitFor()
      await notes.getByRole('textbox').first().waitFor()
      await checklist.getByRole('listitem').first().waitFor()
    },
    watched: () => coins(watchlist),
    watches: (symbols: readonly (string | undefined)[]) =>
      until(`the list ${symbols.join()}`, async () => (await coins(watchlist)).join() === symbols.join() || undefined),
    screened: () => coins(screener),
    passing: async () => Number(await screener.getByRole('grid').getAttribute('aria-rowcount')) - 1,
    row: (symbol: string) => watchlist.locator(`tr[data-symbol="${symbol}"]`),
    note: () => notes.getByRole('textbox'),
    undo: () => page.locator('.Toastify__toast').getByRole('button', { name: 'Undo', exact: true }).first(),
    menu: async (area: ReturnType<typeof slot>, button: RegExp, item: string) => {
      await area.getByRole('button', { name: button }).click()
      await area
        .getByRole('menuitem', { name: item })
        .or(area.getByRole('menuitemradio', { name: item }))
        .first()
        .click()
    },
  }
}
