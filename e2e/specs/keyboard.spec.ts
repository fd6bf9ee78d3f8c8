import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authPage } from '../pages/auth-page.ts'
import { chartPage } from '../pages/chart-page.ts'
import { homePage } from '../pages/home-page.ts'
import { pretradePage } from '../pages/pretrade-page.ts'
import { accessibilityBreaches, PHONE, type Visit, visit } from '../support/browser.ts'
import { chord } from '../support/chord.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'

const on = sharedStage()

let reader: Visit
let page: Page
beforeEach(async () => {
  reader = await visit(on.browser, { reducedMotion: 'reduce' })
  page = reader.page
})
afterEach(() => reader.close())

const openHome = async () => {
  await page.goto(`${on.server.url}/`)
  await homePage(page, on.server.url).running()
}
const logIn = async (person = newPerson()) => {
  await signUp(on.server, person)
  await logInPage(page, on.server, person)
  await openHome()
  return person
}
const layer = () => page.getByRole('dialog')
const change = async (title: string) => {
  await page.keyboard.press('?')
  await layer().getByRole('button', { name: 'Change shortcuts' }).click()
  await layer()
    .getByRole('button', { name: new RegExp(`^Change the shortcut for ${title},`) })
    .click()
}
const closeLayer = async () => {
  await page.keyboard.press('Escape')
  await layer().waitFor({ state: 'detached' })
}
type Press = {
  readonly code: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
}
const pressAs = (key: string, more: Partial<Press> = {}) =>
  page.evaluate((init) => document.body.dispatchEvent(new KeyboardEvent('keydown', init)), {
    key,
    bubbles: true,
    cancelable: true,
    code: '',
    shiftKey: false,
    ctrlKey: false,
    isComposing: false,
    keyCode: 0,
    ...more,
  })

describe('a guest', () => {
  it('can use shortcuts from the very first key press', async () => {
    await openHome()
    await page.keyboard.press('Control+k')
    await layer().getByRole('combobox').waitFor()
    expect(reader.complaints).toEqual([])
  })

  it('assigns other keys to an action; palette, help and tooltip show them, and this browser keeps them', async () => {
    await openHome()
    await change('Search coins')
    await chord(page, 'x', 'c')
    await expect.poll(() => layer().getByRole('textbox', { name: 'New shortcut for Search coins' }).inputValue()).toBe('X then C')
    await page.keyboard.press('Enter')
    await layer()
      .getByText(/^1 changed\. Saved in this browser/)
      .waitFor()
    expect(await accessibilityBreaches(page)).toEqual([])
    await layer().getByRole('button', { name: 'Done' }).click()
    await layer()
      .locator('div', { hasText: /^Search coinsXC$/ })
      .first()
      .waitFor()
    await closeLayer()
    await page.reload()
    await homePage(page, on.server.url).running()
    await page.keyboard.press('/')
    await chord(page, 'x', 'c')
    await page.getByRole('dialog', { name: 'Search coins' }).waitFor()
    await closeLayer()
    await page.keyboard.press('Control+k')
    await layer()
      .getByRole('option', { name: /^Search coins/ })
      .getByText('X', { exact: true })
      .waitFor()
    expect(reader.complaints).toEqual([])
  })

  it('sees which shortcut conflicts, swaps the two, and resets all', async () => {
    await openHome()
    await change('Search coins')
    await page.keyboard.press('Control+k')
    await layer()
      .getByText(/^Ctrl\+K conflicts with Command palette\./)
      .waitFor()
    await layer().getByRole('button', { name: 'Swap shortcuts' }).click()
    await closeLayer()
    await page.keyboard.press('/')
    await page.getByRole('dialog', { name: 'Search pages, coins and actions' }).waitFor()
    await closeLayer()
    const search = page.getByRole('banner').getByRole('button', { name: 'Search and commands' })
    await expect.poll(() => search.getAttribute('aria-keyshortcuts')).toBe('/')
    await page.keyboard.press('?')
    await layer().getByRole('button', { name: 'Change shortcuts' }).click()
    await layer().getByRole('button', { name: 'Reset all' }).click()
    await layer().getByText('All shortcuts are at their defaults.').waitFor()
    await closeLayer()
    await expect.poll(() => search.getAttribute('aria-keyshortcuts')).toBe('Control+K')
  })

  it('exports keys to a file and imports it again; an invalid file is rejected with a message', async () => {
    await openHome()
    await change('Search coins')
    await page.keyboard.press('x')
    await page.keyboard.press('Enter')
    const [download] = await Promise.all([page.waitForEvent('download'), layer().getByRole('button', { name: 'Export' }).click()])
    expect(download.suggestedFilename()).toBe('aerie-shortcuts.json')
    const text = await readFile(await download.path(), 'utf8')
    expect(JSON.parse(text)).toEqual({ version: 1, keys: { coins: 'x' } })
    await layer().getByRole('button', { name: 'Reset all' }).click()
    await layer().getByText('All shortcuts are at their defaults.').waitFor()
    const give = (content: string) =>
      layer()
        .getByLabel('Shortcut file')
        .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(content) })
    await give(text.replace('"x"', '"mod+k"'))
    await layer().getByText('Ctrl+K for Search coins conflicts with Command palette. Nothing was changed.').waitFor()
    await give(text)
    await layer().getByText('Shortcuts imported from mine.json.').waitFor()
    await layer().getByRole('button', { name: 'Change the shortcut for Search coins, now X' }).waitFor()
    expect(await accessibilityBreaches(page)).toEqual([])
    expect(reader.complaints).toEqual([])
  })

  it('cannot assign a key reserved by the browser, by keyboard alone, and Escape leaves the sheet open', async () => {
    await openHome()
    await change('Search coins')
    await pressAsIn('t', { ctrlKey: true })
    await layer().getByText('Ctrl+T is used by the browser: it opens a new tab. Choose another shortcut.').waitFor()
    expect(await layer().getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await layer().getByRole('textbox', { name: 'New shortcut for Search coins' }).waitFor({ state: 'detached' })
    expect(await layer().count()).toBe(1)
    await layer()
      .getByRole('button', { name: /^Change the shortcut for Search coins/ })
      .and(page.locator(':focus'))
      .waitFor()
  })
})

/** Dispatched to the key capture field: the browser would intercept the real key. */
const pressAsIn = (key: string, init: Partial<Press>) =>
  layer()
    .getByRole('textbox', { name: /^New shortcut for/ })
    .dispatchEvent('keydown', { key, bubbles: true, cancelable: true, ...init })

describe('a logged-in user', () => {
  it('gets the same shortcuts back after logging out, and on another machine', async () => {
    const person = await logIn()
    await change('Switch between dark and light')
    await page.keyboard.press('u')
    await page.keyboard.press('Enter')
    await layer().getByText('Saved', { exact: true }).waitFor()
    await closeLayer()
    await authPage(page, on.server.url).logOut()
    await page.getByRole('link', { name: 'Sign Up Now' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('aerie.keys'))).toBeNull()
    const other = await visit(on.browser, { reducedMotion: 'reduce' })
    await logInPage(other.page, on.server, person)
    await other.page.goto(`${on.server.url}/`)
    await homePage(other.page, on.server.url).running()
    await other.page.mouse.move(10, 10)
    await other.page.waitForFunction(() => localStorage.getItem('aerie.keys') !== null)
    await other.page.keyboard.press('u')
    await other.page.waitForFunction(() => document.documentElement.dataset.theme === 'light')
    expect(other.complaints).toEqual([])
    await other.close()
  })

  it('changes the coin, the timeframe and the horizon by single keys', async () => {
    await logIn()
    await page.goto(`${on.server.url}/currencies/BTC`)
    await page.getByRole('heading', { name: /Bitcoin/ }).waitFor()
    const shows = (symbol: string) => chartPage(page, on.server.url, symbol).ready()
    await shows('BTC')
    await page.keyboard.press('j')
    await page.waitForURL(/\/currencies\/ETH/)
    await shows('ETH')
    await page.keyboard.press('k')
    await page.waitForURL(/\/currencies\/BTC/)
    await shows('BTC')
    await page.keyboard.press('5')
    await page.waitForURL(/interval=4h/)
    await chord(page, 'h', '6')
    await page.waitForURL(/hours=6/)
    expect(reader.complaints).toEqual([])
  })
})

describe('the workspace', () => {
  it('changes the coin and the timeframe of the focused slot: on its channel or its own', async () => {
    await logIn()
    const workspace = pretradePage(page, on.server.url)
    await workspace.open()
    await workspace.preset(/^2 slots/)
    // The old slots' absence is not enough: a slot that is not mounted yet takes no focus.
    await workspace.shows('chart', 'depth')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const hasFocus = (kind: string) =>
      page.waitForFunction((sought) => document.activeElement?.closest(`[data-kind=${sought}]`) !== null, kind)
    const shows = (kind: string, symbol: string) =>
      workspace
        .controls(kind)
        .getByRole('button', { name: `Coin: ${symbol}.` })
        .waitFor()
    await chord(page, 'w', 'ArrowRight')
    await hasFocus('depth')
    await workspace.controls('Depth').getByRole('button', { name: 'Follows channel 1, red' }).click()
    await page.getByRole('menuitemradio', { name: 'Own coin' }).click()
    await workspace.controls('Depth').getByRole('button', { name: 'Follows no channel: own coin' }).waitFor()
    await press('j')
    await shows('Depth', 'ETH')
    await shows('Chart', 'BTC')
    await chord(page, 'w', 'ArrowLeft')
    await hasFocus('chart')
    await press('k', 'j', 'j', 'j', '5')
    await shows('Chart', 'XRP')
    await shows('Depth', 'ETH')
    await workspace.slot('chart').getByRole('button', { name: '4h', pressed: true }).waitFor()
    expect(reader.complaints).toEqual([])
  })
})

describe('in a narrow window', () => {
  const isUnderBar = () =>
    page.evaluate(() => {
      const { activeElement: focused } = document
      const { left, top, width, height } = focused?.getBoundingClientRect() ?? new DOMRect()
      const bar = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('header, nav')
      return bar != null && !bar.contains(focused)
    })

  it('never leaves the focus under the bars at the top and the bottom', async () => {
    await logIn()
    await page.setViewportSize(PHONE)
    await page.goto(`${on.server.url}/claw/learn`)
    const lessons = page.getByRole('main').getByRole('link')
    await lessons.first().waitFor()
    const last = lessons.last().and(page.locator(':focus'))
    const covered: string[] = []
    for (const key of ['Tab', 'Shift+Tab']) {
      let stops = 0
      for (; stops < 60; stops += 1) {
        await page.keyboard.press(key)
        if (await isUnderBar()) covered.push(`${key}: ${await page.locator(':focus').innerText()}`)
        if (key === 'Tab' && (await last.count()) > 0) break
      }
      expect(stops).toBeGreaterThan(10)
    }
    expect(covered).toEqual([])
  })
})

describe('typing', () => {
  it('triggers no shortcut in an input, a text area or an editable text, except Ctrl+K', async () => {
    await openHome()
    await page.evaluate(() => {
      const add = (tag: string, id: string) => Object.assign(document.createElement(tag), { id })
      const [rich, choice] = [add('div', 'c'), add('select', 'd')]
      rich.setAttribute('contenteditable', 'true')
      choice.append(new Option('gh'))
      document.querySelector('main')?.prepend(add('input', 'a'), add('textarea', 'b'), rich, choice)
    })
    for (const id of ['a', 'b', 'c', 'd']) {
      await page.locator(`#${id}`).focus()
      await page.keyboard.type('ga?/j')
      expect(await layer().count()).toBe(0)
      expect(new URL(page.url()).pathname).toBe('/')
    }
    expect(await page.locator('#a').inputValue()).toBe('ga?/j')
    await page.locator('#a').focus()
    await page.keyboard.press('Control+k')
    await layer().waitFor()
  })

  it('triggers no shortcut during IME composition', async () => {
    await openHome()
    await page.keyboard.press('Shift')
    await pressAs('?', { isComposing: true })
    await pressAs('?', { keyCode: 229 })
    await page.waitForTimeout(300)
    expect(await layer().count()).toBe(0)
  })
})

describe('other keyboard layouts', () => {
  it('open help by Shift+ß and the search by Shift+7 on a German layout', async () => {
    await openHome()
    await pressAs('?', { code: 'Minus', shiftKey: true })
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await closeLayer()
    await pressAs('/', { code: 'Digit7', shiftKey: true })
    await page.getByRole('dialog', { name: 'Search coins' }).waitFor()
  })

  it('open the palette by the physical K key on a Russian layout', async () => {
    await openHome()
    await pressAs('л', { code: 'KeyK', ctrlKey: true })
    await layer().getByRole('combobox').waitFor()
  })
})
