import { errors, type Page } from 'playwright-core'
import { until } from '../support/until.ts'

/** Trade Rewards and subscriptions as their reader sees them. */
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
    /** Waits for a transaction with these words; one that is folded away is looked up. */
    happened: (title: string, words: RegExp) =>
      until(
        `${title}: ${words}`,
        async () => {
          const item = transactions.getByRole('listitem').filter({ hasText: title }).filter({ hasText: words }).first()
          if (await item.isVisible()) return true
          if (await collapsed.isVisible()) await collapsed.click({ timeout: 2_000 }).catch(unlessGone)
          return undefined
        },
        40_000,
      ),
  }
}

/** What is done gives way to the next of its kind, at times just as it is pressed: then the list is looked at again. */
function unlessGone(error: unknown): void {
  if (!(error instanceof errors.TimeoutError)) throw error
}
