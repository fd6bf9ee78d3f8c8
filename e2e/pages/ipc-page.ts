import type { Page } from 'playwright-core'

/** `/ipc/{currency}`. */
export const ipcPage = (page: Page, url: string) => ({
  open: (path: string) => page.goto(`${url}${path}`),
  /** The draggable level of the chart. */
  level: page.getByRole('slider', { name: 'Price level' }),
  /** The chance to end above the level, in percent, as the chart says it. */
  chance: async (): Promise<number> => {
    const words = await page.getByRole('slider', { name: 'Price level' }).getAttribute('aria-valuetext')
    return Number(/([\d.]+)% chance to end above$/.exec(words ?? '')?.[1] ?? Number.NaN)
  },
  /** Rows of the list of single forecasts whose state is said so. */
  entry: (state: string) => page.getByRole('row').filter({ hasText: state }),
})
