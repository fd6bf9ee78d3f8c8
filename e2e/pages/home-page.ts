import type { Locator, Page } from 'playwright-core'

/** Home as its reader sees it: by roles and words. */
export const homePage = (page: Page, url: string) => {
  const table = page.getByRole('main').locator('table, [role="grid"], [role="table"]').first()
  const row = (symbol: string): Locator => table.getByRole('row').filter({ has: page.getByText(symbol, { exact: true }) })
  const bodyRows = (): Locator => table.getByRole('row').filter({ has: page.locator('[data-symbol], td') })
  return {
    table,
    row,
    bodyRows,
    open: (query = '') => page.goto(`${url}/${query}`),
    filter: (title: string) => page.getByRole('button', { name: title, exact: true }),
    next: page.getByRole('button', { name: 'Next' }),
    prev: page.getByRole('button', { name: 'Prev' }),
    showing: page.getByText(/^Showing \d+ - \d+$/),
    sidebar: page.getByRole('complementary').filter({ hasText: 'Token Details' }),
    prediction: page.getByRole('button', { name: 'Price Prediction' }).or(page.getByRole('link', { name: 'Price Prediction' })),
  }
}
