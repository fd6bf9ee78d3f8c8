import type { Page } from 'playwright-core'

export const ipcPage = (page: Page, url: string) => ({
  open: (path: string) => page.goto(`${url}${path}`),
  level: page.getByRole('slider', { name: 'Price level' }),
  chance: async (): Promise<number> => {
    const valueText = await page.getByRole('slider', { name: 'Price level' }).getAttribute('aria-valuetext')
    return Number(/([\d.]+)% chance to end above$/.exec(valueText ?? '')?.[1] ?? Number.NaN)
  },
  entry: (state: string) => page.getByRole('row').filter({ hasText: state }),
})
