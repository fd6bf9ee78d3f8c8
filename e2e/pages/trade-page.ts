import type { Locator, Page } from 'playwright-core'

/** The Trade screen, by what stands on it. */
export function tradePage(page: Page, url: string) {
  const table = (name: string): Locator => page.getByRole('table', { name })
  return {
    open: async () => {
      await page.goto(`${url}/claw/trade`)
      await page.getByRole('form', { name: /^Order ticket/ }).waitFor()
      await table('Order book of BTC').waitFor()
    },
    table,
    field: (name: string): Locator => page.locator(`.ticket input[name="${name}"]`),
    submit: page.getByRole('button', { name: /^(Buy|Sell) .*paper · simulated market$/ }),
    orderRow: page.getByRole('row', { name: /^Buy BTC Limit/ }),
    toast: (text: RegExp): Locator => page.locator('.Toastify__toast').filter({ hasText: text }),
    /** Price of the bid so many levels below the best one, as it is typed. */
    bid: async (level: number): Promise<string> =>
      (await table('Order book of BTC').locator('tr[data-side="bid"] .level-price').nth(level).innerText()).replaceAll(',', ''),
  }
}
