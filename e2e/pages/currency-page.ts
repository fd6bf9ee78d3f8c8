import type { Page } from 'playwright-core'

export const currencyPage = (page: Page, url: string) => ({
  open: (symbol: string, search = '') => page.goto(`${url}/currencies/${symbol}${search}`),
  title: page.getByRole('heading', { level: 1 }),
  choose: page.getByTitle('Choose a currency'),
  search: page.getByPlaceholder('Search a currency by name or symbol'),
  tab: (name: string) => page.getByRole('tab', { name, exact: true }),
  book: (symbol: string) => page.getByRole('table', { name: `Order book of ${symbol}` }),
  trades: (symbol: string) => page.getByRole('region', { name: `Trades of ${symbol}` }),
  amount: (unit: string) => page.getByRole('textbox', { name: `Amount in ${unit}`, exact: true }),
  price: page.locator('header[data-for-symbol] [data-figure="price"]').filter({ hasText: /\d/ }),
  fact: (title: string) => page.locator('header[data-for-symbol] dl > div', { hasText: title }).first(),
})
