import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { visit } from '../support/browser.ts'
import { fileChooserOf } from '../support/file-chooser.ts'
import { logInPage, post } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'
import { focused, tabTo } from '../support/tab-to.ts'
import { until } from '../support/until.ts'

const on = sharedStage()

/** Headings that no exchange uses, so each column has to be chosen. */
const FILE = [
  'Zeit,Paar,Richtung,Kurs,Menge',
  '2026-11-02 10:00:00,BTCUSDT,buy,60000,0.1',
  '2026-11-02 12:00:00,BTCUSDT,sell,61000,0.1',
  '2026-11-03 10:00:00,ETHUSDT,sell,3000,1',
  '2026-11-03 12:00:00,ETHUSDT,buy,3100,1',
].join('\n')

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Type-ahead in a closed select. Keys are sent at once: after a pause of more than a second a letter begins a new search. */
async function choose(page: Page, field: RegExp, option: string): Promise<void> {
  await tabTo(page, field, 'SELECT')
  await Promise.all([...option].flatMap((key) => [page.keyboard.down(key), page.keyboard.up(key)]))
}

const addressHas = (page: Page, text: string) => until(`the address to have ${text}`, async () => page.url().includes(text) || undefined)

async function paperTrade(): Promise<void> {
  const asked = { authorization: `Bearer ${on.session.token}` }
  const order = { client_id: randomUUID(), symbol: 'SOL', side: 'buy', type: 'market', size: '1' }
  await until('the order is taken, once there is a book', async () => (await post(on.server, '/orders', order, asked)).ok || undefined)
  const close = () => post(on.server, '/positions/SOL/close', { client_id: randomUUID() }, asked)
  await until('the position is closed, once it is open', async () => (await close()).ok || undefined)
}

it('imports with custom columns, filters, rates, replays, compares, exports and undoes, by keyboard alone', async () => {
  await paperTrade()
  const { page, complaints, close } = await visit(on.browser, { reducedMotion: 'reduce', acceptDownloads: true })
  await logInPage(page, on.server, on.person)
  await page.goto(`${on.server.url}/claw/posttrade`)
  await page.getByRole('row', { name: /SOL ▲ long/ }).waitFor()

  await tabTo(page, /^Import$/, 'BUTTON')
  await press(page, 'Enter')
  await until('the dialog to have the focus', async () => (await focused(page)).name === 'Choose a file' || undefined)
  const chooser = await fileChooserOf(page, () => press(page, 'Enter'))
  await chooser.setFiles({ name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await page.getByText('The columns of own.csv are not recognised.').waitFor()
  await choose(page, /^Time/, 'Zeit')
  await choose(page, /^Market/, 'Paar')
  await choose(page, /^Side/, 'Richtung')
  await choose(page, /^Price/, 'Kurs')
  await choose(page, /^Size/, 'Menge')
  await tabTo(page, /^Read the file$/, 'BUTTON')
  await press(page, 'Enter')
  await page.getByRole('table', { name: 'Preview' }).waitFor()
  await tabTo(page, /^Add 4 entries$/, 'BUTTON')
  await press(page, 'Enter')
  await page.getByText('4 entries added from own.csv: 2 trades.').waitFor()
  await press(page, 'Escape')
  await page.getByText('3 trades', { exact: true }).waitFor()

  await tabTo(page, /^Coin$/, 'BUTTON')
  await press(page, 'Enter')
  await until('the list to have the focus', async () => (await focused(page)).name === 'BTCUSDT' || undefined)
  await press(page, 'Space', 'Escape')
  expect((await focused(page)).name).toMatch(/^Coin/)
  await addressHas(page, 'symbol=BTCUSDT')
  await page.getByText('1 of 3 trades', { exact: true }).waitFor()
  await tabTo(page, /^Clear/, 'BUTTON')
  await press(page, 'Enter')
  await page.getByText('3 trades', { exact: true }).waitFor()

  await tabTo(page, /SOL|BTCUSDT|ETHUSDT/, 'TR')
  await press(page, 'End', 'Home', 'Enter')
  const trade = page.getByRole('region', { name: 'Trade', exact: true })
  await trade.getByRole('heading', { name: /SOL/ }).waitFor()
  await trade.getByRole('group', { name: 'Trade replay' }).waitFor()
  await tabTo(page, /^One step back$/, 'BUTTON')
  const moment = trade.getByRole('slider', { name: 'Moment' })
  const last = Number(await moment.inputValue())
  await press(page, 'Enter')
  await until('the replay is one step back', async () => Number(await moment.inputValue()) === last - 1 || undefined)
  await tabTo(page, /^Moment$/, 'INPUT')
  await press(page, 'ArrowRight')
  await until('the replay is where it was', async () => Number(await moment.inputValue()) === last || undefined)
  await tabTo(page, /^4 stars$/, 'BUTTON')
  await press(page, 'Enter')
  await trade.getByRole('button', { name: '4 stars', pressed: true }).waitFor()
  await press(page, 'Escape')
  await trade.waitFor({ state: 'detached' })
  await until('the focus on its row', async () => (await focused(page)).tag === 'TR' || undefined)

  // The first of the two periods begins a year earlier, so the date differs in every month.
  await page.keyboard.press('Shift+Tab')
  await until('the tabs by Shift and Tab', async () => {
    if ((await page.evaluate(() => document.activeElement?.getAttribute('role'))) === 'tab') return true
    await page.keyboard.press('Shift+Tab')
    return undefined
  })
  await press(page, 'ArrowRight')
  // The imported account has more trades than the paper one.
  await page.getByText(/^2 closed trades/).waitFor()
  await press(page, 'ArrowRight')
  await page.getByRole('table', { name: 'Two periods compared' }).waitFor()
  await tabTo(page, /^First period/, 'INPUT')
  // Month, day and year in turn, as Chromium's date field expects.
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowDown')
  await addressHas(page, 'a=')

  await tabTo(page, /^Export$/, 'BUTTON')
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
  expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toHaveLength(4)
  await tabTo(page, /^Import$/, 'BUTTON')
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Undo import of own.csv' }).waitFor()
  await tabTo(page, /^Undo import of own\.csv$/, 'BUTTON')
  await press(page, 'Enter')
  await page.getByText(/^Import of own\.csv undone/).waitFor()
  await press(page, 'Escape')
  await page.getByRole('tab', { name: 'Compare' }).waitFor()
  expect(complaints).toEqual([])
  await close()
})
