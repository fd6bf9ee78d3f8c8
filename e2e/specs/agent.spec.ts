import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { agentPage } from '../support/agent-page.ts'
import { accessibilityBreaches, PHONE, sidewaysScroll, type VisitOptions, visit, WIDE } from '../support/browser.ts'
import { chord } from '../support/chord.ts'
import { holdToasts } from '../support/hold-toasts.ts'
import { intercept } from '../support/intercept.ts'
import { logInPage, newPerson, type Person, signUp } from '../support/people.ts'
import { stage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const AWAY = /WebSocket|Failed to load|net::|connection/

const on = stage()
beforeAll(async () => {
  await until(
    'the first forecast',
    async () => ((await (await fetch(`${on.server.url}/api/v1/forecasts/ETH?hours=12`)).text()).includes('quantiles') ? true : undefined),
    130_000,
  )
}, 200_000)

async function newcomer(): Promise<Person> {
  const person = newPerson()
  await signUp(on.server, person)
  return person
}

async function chat(person: Person, options: VisitOptions = {}) {
  const { page, complaints, close } = await visit(on.browser, { viewport: WIDE, ...options })
  await logInPage(page, on.server, person)
  await page.goto(`${on.server.url}/`)
  const agent = agentPage(page)
  await agent.open()
  return { page, agent, complaints, close }
}

describe('a question', () => {
  it('about two coins returns both prices in order, each with source and age; handles a follow-up; refuses nonsense', async () => {
    const { page, agent, complaints, close } = await chat(on.person)
    await agent.ask('What are BTC and ETH worth right now?')
    const btc = agent.result(/^The price of BTC at \d{1,2} \w+ \d{4}, \d{2}:\d{2} UTC is \$[\d,]+\.\d{2}/)
    const eth = agent.result(/^The price of ETH at .+ UTC is \$[\d,]+\.\d{2}/)
    for (const result of [btc, eth])
      await agent
        .chip(result)
        .filter({ hasText: /SIMULATED\s*Price \d+ s ago/ })
        .waitFor()
    expect(await agent.log.locator('.agent-result').allInnerTexts()).toEqual([
      expect.stringMatching(/^The price of BTC/),
      expect.stringMatching(/^The price of ETH/),
    ])
    await agent.ask('and SOL?')
    await agent.result(/^The price of SOL/).waitFor()
    await agent.ask('What is the meaning of life?')
    await expect.poll(() => agent.log.getByRole('article', { name: 'Agent EagleEye' }).count()).toBe(3)
    await expect.poll(() => agent.log.locator('.agent-result').count()).toBe(3)
    expect(await accessibilityBreaches(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('about the future shows a fan chart with its band, about the past a price line; both are kept and link onward', async () => {
    const person = await newcomer()
    const { page, agent, complaints, close } = await chat(person)
    await agent.ask('Where will ETH be in 12 hours?')
    const prediction = agent.result(/^ETH is predicted to reach \$[\d,.]+ at .+ UTC/)
    await prediction.getByRole('img', { name: /^ETH: forecast for 12 hours, median/ }).waitFor()
    await expect.poll(() => prediction.innerText()).toMatch(/80% chance between \$[\d,.]+ and \$[\d,.]+ in 12 hours/)
    await agent.ask('What was DOGE 24 hours ago?')
    const past = agent.result(/^DOGE was \$[\d.]+ at .+ UTC/)
    await past.getByRole('img', { name: /^DOGE, hourly closes from/ }).waitFor()
    await prediction.getByRole('link', { name: /^Open in IPC\s?: ETH, 12 hours ahead/ }).click()
    await page.waitForURL((url) => url.pathname === '/ipc/ETH' && url.search === '?hours=12')
    await agent.panel.waitFor()
    await agent.press('Prediction record')
    await agent.panel.getByRole('row', { name: /ETH, 12 hours.*SIM/ }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('of 10,000 characters stays in the field, with the reason', async () => {
    const { agent, close } = await chat(on.person)
    await agent.field.fill('x'.repeat(10_000))
    await agent.field.press('Enter')
    await agent.panel.getByRole('alert').filter({ hasText: 'At most 4,000 characters; this message has 10,000.' }).waitFor()
    expect((await agent.field.inputValue()).length).toBe(10_000)
    expect(await agent.log.count()).toBe(0)
    await close()
  })

  it('is rendered as plain text, whatever it contains', async () => {
    const { page, agent, complaints, close } = await chat(on.person)
    const text = '<img src=x onerror="document.title=1"> **BTC** price? [x](javascript:alert(1))'
    await agent.ask(text)
    await agent.log.getByRole('article', { name: 'Agent EagleEye' }).getByRole('button', { name: 'Ask again' }).waitFor()
    await expect.poll(() => agent.log.getByText(text, { exact: true }).count()).toBe(1)
    expect(await agent.log.locator('img, a[href^="javascript"]').count()).toBe(0)
    expect(await page.title()).not.toBe('1')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('two windows', () => {
  it('show one conversation in one order, without duplicate messages or lookups', async () => {
    const person = await newcomer()
    const first = await chat(person)
    await first.agent.ask('BTC price?')
    await first.agent.result(/^The price of BTC/).waitFor()
    const second = await chat(person)
    await second.agent.openHistory()
    await second.agent.entry('BTC price').click()
    const priceResult = second.agent.result(/^The price of BTC/)
    await second.agent.chip(priceResult).filter({ hasText: 'SIMULATED' }).waitFor()
    const lookedUp = { first: 0, second: 0 }
    first.page.on('request', (request) => void (request.url().includes('/api/v1/info') && lookedUp.first++))
    second.page.on('request', (request) => void (request.url().includes('/api/v1/info') && lookedUp.second++))
    await second.agent.ask('and XRP?')
    for (const { agent } of [first, second]) await agent.result(/^The price of XRP/).waitFor()
    await first.agent.log.getByText('and XRP?', { exact: true }).waitFor()
    expect(lookedUp).toEqual({ first: 0, second: 1 })
    await first.page.reload()
    await first.agent.open()
    await first.agent.openHistory()
    await first.agent.entry('BTC price').click()
    await first.agent.result(/^The price of XRP/).waitFor()
    await expect.poll(() => first.agent.log.locator('.agent-result').count()).toBe(2)
    expect(await first.agent.log.getByText('and XRP?').count()).toBe(1)
    expect([...first.complaints, ...second.complaints]).toEqual([])
    await first.close()
    await second.close()
  })
})

describe('the history', () => {
  it('is searched with a debounce, renamed in place, exported, deleted and restored', async () => {
    const { page, agent, complaints, close } = await chat(await newcomer())
    for (const question of ['Price of Bitcoin?', 'Solana price?']) {
      await agent.press('New chat')
      await agent.ask(question)
      await agent.log
        .locator('.agent-result')
        .filter({ hasText: /^The price/ })
        .waitFor()
    }
    await agent.openHistory()
    const search = agent.history.getByRole('searchbox', { name: 'Search conversations' })
    await search.fill('  BITCOIN ')
    const found = () => Promise.all([agent.entry('Price of Bitcoin').count(), agent.entry('Solana').count()])
    await expect.poll(found).toEqual([1, 0])
    await search.fill('')
    await agent.entry('Solana').waitFor()
    await agent.more('Price of Bitcoin?', 'Rename')
    const name = agent.history.getByRole('textbox', { name: 'Conversation name' })
    await name.fill('Digital gold')
    await name.press('Enter')
    await agent.entry('Digital gold').waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), agent.more('Digital gold', 'Export as text')])
    expect(file.suggestedFilename()).toBe('Digital-gold.md')
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/The price of BTC at .+ is \$/)
    await agent.more('Digital gold', 'Delete')
    await agent.entry('Digital gold').waitFor({ state: 'detached' })
    await holdToasts(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await agent.entry('Digital gold').click()
    await agent.result(/^The price of BTC/).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('an interruption', () => {
  it('by a reload leaves a lookup to run on request, and keeps the draft', async () => {
    const person = await newcomer()
    const { page, agent, close } = await chat(person)
    const release = await intercept(page, '**/api/v1/info?**', () => undefined)
    await agent.ask('ETH price?')
    await agent.log.getByRole('status', { name: 'Looking up the price of ETH' }).waitFor()
    await agent.field.fill('half a thought')
    await page.reload()
    await agent.open()
    await agent.openHistory()
    await agent.entry('ETH price').click()
    await agent.log.getByText('Not looked up yet: the price of ETH.').waitFor()
    await expect.poll(() => agent.field.inputValue()).toBe('half a thought')
    release()
    await agent.log.getByRole('button', { name: 'Look it up' }).click()
    await agent.result(/^The price of ETH/).waitFor()
    await close()
  })

  it('by a killed server loses and duplicates nothing', async () => {
    const { page, agent, complaints, close } = await chat(await newcomer(), { quiet: [AWAY] })
    await agent.ask('BTC price?')
    await agent.result(/^The price of BTC/).waitFor()
    await on.server.kill()
    await agent.panel.getByText(/^Reconnecting\./).waitFor()
    await agent.ask('ETH price?')
    await agent.ask('and XRP?')
    await on.server.start()
    await agent.result(/^The price of ETH/).waitFor({ timeout: 45_000 })
    await agent.result(/^The price of XRP/).waitFor({ timeout: 45_000 })
    await page.reload()
    await agent.open()
    await agent.openHistory()
    await agent.entry('BTC price').click()
    await agent.result(/^The price of XRP/).waitFor()
    await expect
      .poll(() => agent.log.getByRole('article', { name: 'You' }).allInnerTexts())
      .toEqual(['BTC price?', 'ETH price?', 'and XRP?'])
    await expect.poll(() => agent.log.locator('.agent-result').count()).toBe(3)
    expect(complaints).toEqual([])
    await close()
  }, 300_000)
})

describe('the panel', () => {
  it('opens in the very next frame after the press, once the idle browser has loaded it', async () => {
    const { page, close } = await visit(on.browser, { viewport: WIDE })
    await logInPage(page, on.server, on.person)
    await page.goto(`${on.server.url}/`)
    await agentPage(page).button.waitFor()
    await page.locator('#agent-button[data-loaded="true"]').waitFor()
    const isThere = await page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          document.querySelector<HTMLElement>('#agent-button')?.click()
          requestAnimationFrame(() => resolve(document.querySelector('.agent-panel textarea') === document.activeElement))
        }),
    )
    expect(isThere).toBe(true)
    await close()
  })

  it('works by keyboard alone: open, ask, recall, search, close', async () => {
    const { page, complaints, close } = await visit(on.browser, { viewport: WIDE })
    await logInPage(page, on.server, on.person)
    await page.goto(`${on.server.url}/`)
    const agent = agentPage(page)
    await agent.button.waitFor()
    await chord(page, 'g', 'e')
    await agent.focusedField.waitFor()
    await page.keyboard.type('BTC')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('price?')
    await page.keyboard.press('Enter')
    await agent.result(/^The price of BTC/).waitFor()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => agent.field.inputValue()).toBe('BTC\nprice?')
    const nameOfFocus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    const walkTo = async (name: string) => {
      for (let presses = 0; presses < 40 && (await nameOfFocus()) !== name; presses++) await page.keyboard.press('Shift+Tab')
      expect(await nameOfFocus()).toBe(name)
    }
    await walkTo('History')
    await page.keyboard.press('Enter')
    await agent.history.waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await agent.panel.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('agent-button')
    expect(complaints).toEqual([])
    await close()
  })

  it('keeps the scroll position of a reader who scrolled up, and shows that a new message arrived', async () => {
    const person = await newcomer()
    const { agent, close } = await chat(person, { viewport: { width: 1440, height: 520 } })
    for (const coin of ['BTC', 'ETH', 'SOL', 'XRP']) {
      await agent.ask(`${coin} price?`)
      await agent.result(new RegExp(`^The price of ${coin}`)).waitFor()
    }
    await until('the end to be in view', () =>
      agent.log.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight < 48 || undefined),
    )
    await agent.log.evaluate((log) => log.scrollTo({ top: 0 }))
    const elsewhere = await chat(person)
    await elsewhere.agent.openHistory()
    await elsewhere.agent.entry('BTC price').click()
    await elsewhere.agent.ask('and DOGE?')
    const pill = agent.panel.getByRole('button', { name: 'New message' })
    await pill.waitFor()
    expect(await agent.log.evaluate((log) => log.scrollTop)).toBeLessThan(200)
    await pill.click()
    await until('the end to be in view', () =>
      agent.log.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight < 48 || undefined),
    )
    await elsewhere.close()
    await close()
  })
})

describe('the panel on a phone', () => {
  const phone = { viewport: PHONE, isMobile: true, hasTouch: true } as const

  it.each(['dark', 'light'] as const)(
    'covers the screen, is accessible, and its button covers no content, in the %s scheme',
    async (colorScheme) => {
      const { page, agent, complaints, close } = await chat(on.person, { ...phone, colorScheme })
      const panel = (await agent.panel.boundingBox())!
      expect([panel.x, panel.y, panel.width, panel.height].map(Math.round)).toEqual([0, 0, PHONE.width, PHONE.height])
      expect(await page.evaluate(() => document.querySelector<HTMLElement>('#root')?.inert)).toBe(true)
      await agent.ask('BTC and ETH in 6 hours?')
      await agent.result(/^ETH is predicted to reach/).waitFor()
      expect(await accessibilityBreaches(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await agent.press('Close Agent EagleEye')
      await agent.panel.waitFor({ state: 'detached' })
      const button = (await agent.button.boundingBox())!
      const bar = (await page.getByRole('navigation', { name: 'Main' }).last().boundingBox())!
      expect(button.y).toBeGreaterThanOrEqual(bar.y)
      const more = (await page.getByRole('button', { name: 'More', exact: true }).boundingBox())!
      expect(more.x + more.width).toBeLessThanOrEqual(button.x)
      expect(complaints).toEqual([])
      await close()
    },
  )
})
