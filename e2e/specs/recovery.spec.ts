import { defined } from '@aerie/core/defined'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAerie } from '../support/aerie-server.ts'
import { AWAY, type Visit, visit } from '../support/browser.ts'
import { logInPage, newPerson, post, signUp } from '../support/people.ts'
import { stage } from '../support/stage.ts'
import { type StartingProxy, startingProxy } from '../support/starting-proxy.ts'
import { until } from '../support/until.ts'

const on = stage()

/** Messages of all parts of a page for a starting server or missing data. */
const TROUBLE =
  /server is starting|cannot be reached|could not be (?:loaded|updated|shown|reached)|[Tt]ry(?:ing)? again|not available right now|couldn't complete/i
/** Screen reader text beside a countdown is a line of its own. */
const FOR_READERS = 'Trying again automatically.'
const troublesIn = (text: string): string[] => text.split('\n').filter((line) => TROUBLE.test(line) && line.trim() !== FOR_READERS)
/** Every query has been retried three times by then: the status is requested twice in two seconds, also by the live connection. */
const ASKED_OFTEN = 12

const stateOf = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const loading = [...document.querySelectorAll('main [role="status"][aria-label]')].filter(
      (one) => isSeen(one) && /^(Loading|Reading)/.test(one.getAttribute('aria-label') ?? ''),
    )
    const alerts = [...document.querySelectorAll('main [role="alert"]')].filter((one) => isSeen(one) && one.textContent !== '')
    return {
      text: document.body.innerText,
      loading: loading.map((one) => one.getAttribute('aria-label')),
      alerts: alerts.map((one) => one.textContent),
    }
  })

/** Shown once, in the shell. A part that failed before the outage was known may show its own message until then. */
async function showsOnce(page: Page, sentence: RegExp): Promise<void> {
  await expect.poll(async () => troublesIn((await stateOf(page)).text), { timeout: 60_000 }).toEqual([expect.stringMatching(sentence)])
}

async function recovers(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const { text, loading, alerts } = await stateOf(page)
        return [...loading, ...alerts, ...troublesIn(text)]
      },
      { timeout: 60_000 },
    )
    .toEqual([])
}

const SCREENS = [
  '/',
  '/currencies/BTC',
  '/ipc/BTC',
  '/claw',
  '/claw/pretrade',
  '/claw/trade',
  '/claw/posttrade',
  '/claw/social',
  '/claw/copy',
  '/claw/learn',
  '/tradealerts',
  '/traderewards',
  '/account/details',
  '/account/wallets',
  '/account/subscriptions',
]

const GROUPS = [SCREENS.slice(0, 5), SCREENS.slice(5, 10), SCREENS.slice(10)]
const open = (own: Visit, url: string, paths: readonly string[]): Promise<Page[]> =>
  Promise.all(
    paths.map(async (path) => {
      const page = await own.context.newPage()
      // Several load at once: only a hang exceeds this.
      page.setDefaultTimeout(90_000)
      await page.goto(`${url}${path}`)
      return page
    }),
  )

describe('a page loaded while the server is starting', () => {
  let proxy: StartingProxy
  let reader: Visit
  beforeAll(async () => {
    proxy = await startingProxy(on.server.url)
    reader = await visit(on.browser, { quiet: [AWAY, /503|websocket error/] })
    await logInPage(reader.page, { ...on.server, url: proxy.url }, on.person)
  })
  afterAll(async () => {
    await reader.close()
    await proxy.close()
  })

  it.each(GROUPS)(
    'shows it once, and loads everything by itself when the server is ready: %s, %s, %s, %s, %s',
    async (...paths) => {
      proxy.start()
      const pages = await open(reader, proxy.url, paths)
      await until('the server to be asked often', () => (proxy.asked() >= ASKED_OFTEN * paths.length ? true : undefined), 60_000)
      for (const page of pages)
        await showsOnce(page, /^The server is starting: Paper trading is starting\. Figures are as of [\d:]+\. Trying again/)
      proxy.pass()
      for (const page of pages) await recovers(page)
      for (const page of pages) await page.close()
      expect(reader.complaints).toEqual([])
    },
    180_000,
  )
})

describe('a page whose server goes offline', () => {
  const AWAY_SENTENCE = /^The server cannot be reached\. Figures are as of [\d:]+\. Trying again/
  it('shows it once, keeps its figures, and is up to date by itself when the server is back', async () => {
    const own = await startAerie()
    const who = newPerson()
    const { token } = await signUp(own, who)
    const reader = await visit(on.browser, {
      quiet: [AWAY, /Failed to load|Failed to fetch dynamically|live connection|connection for messages/],
    })
    await logInPage(reader.page, own, who)
    const order = { client_id: 'away-1', symbol: 'BTC', side: 'buy', type: 'market', size: '0.01' }
    const asked = { authorization: `Bearer ${token}` }
    await until('the order is taken, once there is a book', async () => (await post(own, '/orders', order, asked)).ok || undefined)
    const paths = ['/claw', '/claw/trade', '/claw/posttrade', '/claw/pretrade', '/claw/social', '/tradealerts', '/currencies/BTC']
    const pages = await open(reader, own.url, paths)
    for (const page of pages) await recovers(page)
    const position = defined(pages[1]).locator('[data-kind="positions"] tr[data-symbol="BTC"]')
    await position.waitFor()
    await own.kill()
    for (const page of pages) await showsOnce(page, AWAY_SENTENCE)
    expect(await position.isVisible()).toBe(true)
    const alerts = defined(pages[5])
    await alerts.getByRole('link', { name: 'Trade Rewards' }).first().click()
    await showsOnce(alerts, AWAY_SENTENCE)
    await own.start()
    for (const page of pages) await recovers(page)
    await position.waitFor()
    await alerts.getByRole('heading', { name: 'Stake' }).first().waitFor()
    expect(reader.complaints).toEqual([])
    await reader.close()
    await own.remove()
  }, 300_000)
})
