import { errors, type Page } from 'playwright-core'
import { until } from '../support/until.ts'

export const rewardsPage = (page: Page, url: string) => {
  const transactions = page.getByRole('list', { name: 'Your transactions' })
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
  const collapsed = page.getByRole('button', { name: /^\d+ finished$/, expanded: false })
  return {
    transactions,
    button,
    amount: page.getByLabel(/^Amount( to unstake)?$/),
    go: async (path: string, heading: string) => {
      await page.goto(`${url}${path}`)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    },
    happened: (title: string, pattern: RegExp) =>
      until(
        `${title}: ${pattern}`,
        async () => {
          const item = transactions.getByRole('listitem').filter({ hasText: title }).filter({ hasText: pattern }).first()
          if (await item.isVisible()) return true
          if (await collapsed.isVisible()) await collapsed.click({ timeout: 2_000 }).catch(unlessGone)
          return undefined
        },
        40_000,
      ),
  }
}

/** A finished item is replaced by the next, possibly during the click: then the list is read again. */
function unlessGone(error: unknown): void {
  if (!(error instanceof errors.TimeoutError)) throw error
}
