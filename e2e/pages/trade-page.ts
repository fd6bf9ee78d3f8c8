import { answerAs } from '@aerie/testkit/json-as'
import type { Locator, Page } from 'playwright-core'
import * as z from 'zod/mini'
import type { ServerAddress } from '../support/aerie-server.ts'
import { focused, tabBackTo } from '../support/tab-to.ts'
import { until } from '../support/until.ts'

const PRESS_AGAIN_MS = 12_000

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
    /** Waits for the position and for the response to its order: until then the next order on it is refused. */
    holds: async (position: string) => {
      await table('Open positions').getByText(position, { exact: true }).waitFor()
      await page.locator('[data-kind="positions"] tr[data-symbol="BTC"]:not([aria-busy])').waitFor()
    },
    orderRow: page.getByRole('row', { name: /^Buy BTC Limit/ }),
    toast: (text: RegExp): Locator => page.locator('.Toastify__toast').filter({ hasText: text }),
    bid: async (level: number): Promise<string> => {
      const prices = table('Order book of BTC').locator('tr[data-side="bid"] .level-price').filter({ hasText: /\d/ })
      return (await prices.nth(level).innerText()).replaceAll(',', '')
    },
  }
}

export const focusComesTo = (page: Page, name: RegExp): Promise<unknown> =>
  until(`the focus on ${name}`, async () => name.test((await focused(page)).name) || undefined).catch(async (error: unknown) => {
    throw new Error(`it is on ${JSON.stringify(await focused(page))}`, { cause: error })
  })

/** Presses the key until the element with that name has the focus: the list may still be empty or outdated. */
export async function goByKey(page: Page, key: string, name: RegExp): Promise<void> {
  let next = 0
  await until(
    `the focus by ${key} on ${name}`,
    async () => {
      if (next > 0 && name.test((await focused(page)).name)) return true
      if (performance.now() < next) return undefined
      await page.keyboard.press('Escape')
      await page.keyboard.press(key)
      next = performance.now() + PRESS_AGAIN_MS
      return undefined
    },
    60_000,
  )
}

export async function chooseTypeByKey(page: Page, title: string): Promise<void> {
  const { keyboard } = page
  if (title === 'Limit' || title === 'Market') {
    await tabBackTo(page, new RegExp(`^${title}$`), 'BUTTON')
    await keyboard.press('Enter')
    return
  }
  await tabBackTo(page, /^Other order types$/)
  const shown = () =>
    page.evaluate(() => (document.activeElement instanceof HTMLSelectElement ? document.activeElement.selectedOptions[0]?.text : undefined))
  await keyboard.press('Home')
  for (let step = 0; step < 10 && (await shown()) !== title; step += 1) await keyboard.press('ArrowDown')
  if ((await shown()) !== title) throw new Error(`there is no type of order called ${title}`)
}

const ORDERS = z.object({ data: z.array(z.object({ side: z.string(), type: z.string(), size: z.string() })) })

export async function ordersSent(server: Pick<ServerAddress, 'url'>, token: string): Promise<readonly string[]> {
  const { data } = await answerAs(ORDERS, await fetch(`${server.url}/api/v1/orders`, { headers: { authorization: `Bearer ${token}` } }))
  return data.map(({ side, type, size }) => `${side} ${type} ${size}`)
}
