import type { Locator, Page } from 'playwright-core'

export const HERO = 'Explore the Market with the top 50 tokens'
export const TITLE = 'Cryptocurrency Prices by Market Cap'
export const EMPTY = 'No results to show. You can go back to the previous page or change filters to get rid of this message.'
export const FAILED = "Couldn't complete your request"

export const homePage = (page: Page, url: string) => {
  const table = page.getByRole('grid', { name: 'Cryptocurrency prices' })
  const rows = table.locator('tbody').getByRole('row')
  const row = (symbol: string): Locator => rows.filter({ has: page.getByText(symbol, { exact: true }) })
  const fromServer = page.locator('[data-from-server]').first()
  const coinRows = rows.filter({ has: page.getByRole('rowheader') })
  return {
    table,
    row,
    coinRows,
    /** Waits until the app has replaced the prerendered page, which ignores clicks. */
    open: async (query = '') => {
      await page.goto(`${url}/${query}`)
      await fromServer.waitFor({ state: 'detached' })
    },
    running: async () => {
      await row('BTC').waitFor()
      await fromServer.waitFor({ state: 'detached' })
    },
    symbols: () => coinRows.locator('.coin-symbol').allInnerTexts(),
    figure: (symbol: string, name: string): Locator => row(symbol).locator(`[data-figure="${name}"]:visible`),
    filter: (title: string) => page.getByRole('group', { name: 'Filter by industry' }).getByRole('button', { name: title, exact: true }),
    header: (title: string) => table.getByRole('columnheader', { name: title, exact: true }),
    next: page.getByRole('button', { name: 'Next', exact: true }),
    prev: page.getByRole('button', { name: 'Prev', exact: true }),
    showing: (range: string) => page.getByText(`Showing ${range}`, { exact: true }),
    sidebar: page.getByRole('complementary').filter({ hasText: 'Token Details' }),
    prediction: page.getByRole('button', { name: 'Price Prediction' }).or(page.getByRole('link', { name: 'Price Prediction' })),
    priceOf: async (symbol: string) =>
      Number((await row(symbol).locator('[data-figure="price"]').filter({ hasText: /\d/ }).innerText()).replace(/[^\d.-]/g, '')),
  }
}
export type HomePage = ReturnType<typeof homePage>
