import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mirrorPage, type ScreenRole } from '../pages/mirror-page.ts'
import { pretradePage } from '../pages/pretrade-page.ts'
import { type AerieServer, startAerie } from '../support/aerie-server.ts'
import { openChromium, type Visit, visit } from '../support/browser.ts'
import { logInPage, newPerson, type Person, signUp } from '../support/people.ts'
import { until } from '../support/until.ts'

/** The goal of the take-over. Both ends are read in the windows themselves: how often the test looks does not count. */
const TAKE_OVER_MS = 1000
/** Three windows full of live charts, in one browser on a shared machine. */
const PATIENCE_MS = 180_000

type Desk = ReturnType<typeof pretradePage>

let server: AerieServer
let browser: Browser
let person: Person
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startAerie(), openChromium()])
  person = newPerson()
  await signUp(server, person)
})
afterAll(async () => {
  await browser.close()
  await server.remove()
})

let trader: Visit
let leader: Page
beforeEach(async () => {
  trader = await visit(browser, { reducedMotion: 'reduce' })
  leader = trader.page
  await logInPage(leader, server, person)
  await leader.goto(`${server.url}/currencies/BTC`)
  await mirrorPage(leader).joined()
})
afterEach(() => trader.close())

/** The two followers, opened from the leader's menu. */
async function openFollowers(): Promise<readonly [Page, Page]> {
  const first = await mirrorPage(leader).openFollower('Open Mirror Window')
  const second = await mirrorPage(leader).openFollower('Open Mirror 2')
  for (const page of [leader, first, second]) await mirrorPage(page).hasWindows(3)
  return [first, second]
}
const rolesOf = async (...pages: readonly Page[]): Promise<ScreenRole[]> => Promise.all(pages.map((page) => mirrorPage(page).role()))
const shows = async (pages: readonly Page[], symbol: string): Promise<void> => {
  for (const page of pages) await mirrorPage(page).shows(symbol)
}

describe('three windows', { timeout: PATIENCE_MS }, () => {
  it('follow the selection, timeframe and range of the leader', async () => {
    const [first, second] = await openFollowers()
    expect(await rolesOf(leader, first, second)).toEqual(['leader', 'follower', 'follower'])
    await mirrorPage(first).badge('2', 'Follower')
    await mirrorPage(second).badge('3', 'Follower')
    await mirrorPage(leader).badge('1', 'Leader')
    await shows([first, second], 'BTC')

    await mirrorPage(leader).goToCoin('ETH', '?interval=5m&hours=6')
    await shows([first, second], 'ETH')
    for (const page of [first, second]) expect((await mirrorPage(page).report()).channels[0]).toMatchObject({ interval: '5m', hours: 6 })

    await mirrorPage(leader).pan()
    const range = await until('a range of the leader', async () => (await mirrorPage(leader).report()).channels[0]?.range ?? undefined)
    for (const page of [first, second])
      await until('the same range in a follower', async () => {
        const there = (await mirrorPage(page).report()).channels[0]?.range
        return there?.from === range.from && there.until === range.until ? true : undefined
      })
    expect(trader.complaints).toEqual([])
  })

  it('follow the layout of the leader, but for one that went its own way', async () => {
    const [first, second] = await openFollowers()
    await mirrorPage(leader).goTo('/claw/pretrade')
    const [leading, following, own] = [leader, first, second].map((page) => pretradePage(page, server.url)) as [Desk, Desk, Desk]
    const hasSlots = (desk: Desk, kinds: string): Promise<unknown> =>
      until(`the slots ${kinds}`, async () => ((await desk.seen()).join() === kinds ? true : undefined))
    await leading.preset(/^2 slots/)
    for (const desk of [leading, following, own]) await hasSlots(desk, 'chart,depth')
    await own.preset(/^1 slot/)
    await hasSlots(own, 'chart')
    await mirrorPage(second).badge('3', 'Detached')
    await hasSlots(leading, 'chart,depth')
    await leading.preset(/^4 charts/)
    for (const desk of [leading, following]) await hasSlots(desk, 'chart,chart,chart,chart')
    await hasSlots(own, 'chart')
    await mirrorPage(second).choose('Rejoin')
    await hasSlots(own, 'chart,chart,chart,chart')
    expect(trader.complaints).toEqual([])
  })

  it('have another leader within a second when the leader is closed, with what all looked at', async () => {
    const [first, second] = await openFollowers()
    await mirrorPage(leader).goToCoin('SOL')
    await shows([first, second], 'SOL')
    for (const page of [first, second]) await mirrorPage(page).noteLeading()
    await leader.evaluate(() => addEventListener('pagehide', () => localStorage.setItem('closed-at', String(Date.now()))))
    await leader.close({ runBeforeUnload: false })
    await until('a new leader', async () => ((await rolesOf(first, second)).includes('leader') ? true : undefined))
    const ledAt = (await Promise.all([first, second].map((page) => mirrorPage(page).ledAt()))).find((at) => at !== null)
    const closedAt = await first.evaluate(() => Number(localStorage.getItem('closed-at')))
    expect((ledAt ?? Number.NaN) - closedAt).toBeLessThan(TAKE_OVER_MS)
    expect((await rolesOf(first, second)).toSorted()).toEqual(['follower', 'leader'])
    await shows([first, second], 'SOL')
    expect(trader.complaints).toEqual([])
  })

  it('have another leader within a second when the leader’s renderer crashes', async () => {
    // A window of its own process: a popup shares its opener's.
    const other = await trader.context.newPage()
    await other.goto(`${server.url}/currencies/ETH`)
    await mirrorPage(other).joined()
    await mirrorPage(other).hasWindows(2)
    await mirrorPage(leader).isLeader()
    await mirrorPage(other).noteLeading()
    const session = await trader.context.newCDPSession(leader)
    const crashedAt = Date.now()
    session.send('Page.crash').catch(() => undefined)
    await mirrorPage(other).isLeader()
    expect(((await mirrorPage(other).ledAt()) ?? Number.NaN) - crashedAt).toBeLessThan(TAKE_OVER_MS)
    await mirrorPage(other).hasWindows(1)
  })

  it('are the same three after a reload of each, with the same leader', async () => {
    const [first, second] = await openFollowers()
    await mirrorPage(leader).goToCoin('XRP')
    await shows([first, second], 'XRP')
    for (const page of [first, second, leader]) {
      await page.reload()
      await mirrorPage(page).joined()
      await until('the roles of before', async () =>
        (await rolesOf(leader, first, second)).join() === 'leader,follower,follower' ? true : undefined,
      )
      await shows([first, second], 'XRP')
    }
    // And the opener finds its windows again instead of emptying them.
    await mirrorPage(leader).choose('Open Mirror Window')
    await leader.getByText('Three screens are open already').waitFor()
    expect(trader.context.pages()).toHaveLength(3)
    expect(new URL(first.url()).pathname).toBe('/mirror')
    expect(trader.complaints).toEqual([])
  })

  it('hand the lead over by a click, let a follower go its own way, and rejoin', async () => {
    const [first, second] = await openFollowers()
    await mirrorPage(second).goToCoin('ADA')
    await mirrorPage(second).badge('3', 'Detached')
    await mirrorPage(leader).goToCoin('SOL')
    await shows([first], 'SOL')
    await shows([second], 'ADA')
    await mirrorPage(second).choose('Rejoin')
    await mirrorPage(second).badge('3', 'Follower')
    await shows([second], 'SOL')

    await mirrorPage(first).choose('Lead from here')
    await mirrorPage(first).badge('2', 'Leader')
    await mirrorPage(leader).badge('1', 'Follower')
    await mirrorPage(first).goToCoin('DOGE')
    await shows([second, leader], 'DOGE')
    expect(await rolesOf(leader, first, second)).toEqual(['follower', 'leader', 'follower'])
    expect(trader.complaints).toEqual([])
  })

  it('all leave when the user logs out in one of them', async () => {
    const [first, second] = await openFollowers()
    await leader
      .getByRole('banner')
      .getByRole('button', { name: /account|Wren/i })
      .click()
    await leader.getByRole('menuitem', { name: 'Log Out' }).click()
    await leader.getByRole('dialog', { name: 'Log Out' }).getByRole('button', { name: 'Log Out', exact: true }).click()
    for (const page of [leader, first, second]) {
      await page.getByRole('link', { name: 'Sign Up Now' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
      expect(await page.evaluate(() => [localStorage.length, sessionStorage.length].map((length) => length === 0))).toEqual([true, true])
    }
  })

  it('mirror the selection alone, or nothing, where the user wants that', async () => {
    const [first] = await openFollowers()
    await mirrorPage(leader).choose('Mirror nothing')
    await mirrorPage(first).badge('2', 'Not mirrored')
    await mirrorPage(leader).goToCoin('SOL')
    await mirrorPage(leader).choose('Mirror everything')
    await shows([first], 'SOL')
    expect(await first.evaluate(() => localStorage.getItem('aerie-mirror-mode'))).toBe('ALL')
  })
})

describe('a window', { timeout: PATIENCE_MS }, () => {
  it('that comes late shows at once what the leader shows', async () => {
    await mirrorPage(leader).goToCoin('XRP')
    const late = await mirrorPage(leader).openFollower('Open Mirror Window')
    await mirrorPage(late).shows('XRP')
    expect(await mirrorPage(late).role()).toBe('follower')
  })

  it('that is alone shows after a reload what it looked at', async () => {
    await mirrorPage(leader).goToCoin('XRP', '?interval=4h&hours=6')
    await mirrorPage(leader).goTo('/claw/pretrade')
    const before = await until('a range', async () => {
      // A chart whose candles have not come yet has no range.
      await mirrorPage(leader).pan()
      const [channel] = (await mirrorPage(leader).report()).channels
      return channel?.range === null ? undefined : channel
    })
    expect(before).toMatchObject({ symbol: 'XRP', interval: '4h', hours: 6 })
    await leader.reload()
    await mirrorPage(leader).joined()
    expect((await mirrorPage(leader).report()).channels[0]).toEqual(before)
    await leader.getByRole('application', { name: /Candles of XRP/ }).waitFor()
    expect(trader.complaints).toEqual([])
  })

  it('says how to allow pop-ups where the browser blocks them', async () => {
    await leader.evaluate(() => {
      window.open = () => null
    })
    await leader.keyboard.press('Control+Shift+M')
    await leader.getByText('Always allow pop-ups and redirects').waitFor()
    expect(trader.complaints).toEqual([])
  })

  it('hears nothing that is malformed, of another version or of another user, and says once that versions differ', async () => {
    const first = await mirrorPage(leader).openFollower('Open Mirror Window')
    await mirrorPage(first).shows('BTC')
    await leader.evaluate(() => {
      const rogue = new BroadcastChannel('aerie-mirror')
      for (const bad of [null, 'x', { v: 1 }, { v: 2, type: 'state' }, { v: 2, type: 'state' }, { v: 1, type: 'order', side: 'buy' }])
        rogue.postMessage(bad)
      rogue.close()
    })
    await first.getByText('Another window runs another version of Aerie').waitFor()
    await mirrorPage(leader).goToCoin('ETH')
    await mirrorPage(first).shows('ETH')
    expect(trader.complaints).toEqual([])
  })

  it('works with the keyboard alone: opened by Ctrl+Shift+M, led by the menu', async () => {
    const [first] = await Promise.all([trader.context.waitForEvent('page'), leader.keyboard.press('Control+Shift+M')])
    await mirrorPage(first).joined()
    await mirrorPage(first).badge('2', 'Follower')
    await first.getByRole('button', { name: /^Mirror: screen 2/ }).focus()
    await first.keyboard.press('Enter')
    await first.keyboard.press('Enter')
    await mirrorPage(first).isLeader()
    expect(await mirrorPage(leader).role()).toBe('follower')
  })

  it('is led and set by outside code through the hook', async () => {
    const first = await mirrorPage(leader).openFollower('Open Mirror Window')
    await mirrorPage(first).hasWindows(2)
    await first.evaluate(() => window.aerieMirror?.setLeader(true))
    await mirrorPage(first).isLeader()
    await first.evaluate(() => window.aerieMirror?.setLeader(false))
    await mirrorPage(leader).isLeader()
    await leader.evaluate(() => window.aerieMirror?.setMode('SELECTION'))
    await until('the mode in the other window', async () => ((await mirrorPage(first).report()).mode === 'SELECTION' ? true : undefined))
    expect(
      await leader.evaluate(() =>
        Object.keys(localStorage)
          .filter((key) => key.startsWith('aerie-mirror-'))
          .toSorted(),
      ),
    ).toEqual(expect.arrayContaining(['aerie-mirror-leader', 'aerie-mirror-mode', 'aerie-mirror-session']))
  })
})
