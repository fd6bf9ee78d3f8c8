import type { CopyLogEntry, CopyRow, OwnLeader } from '@aerie/wire/copies'
import { expect, it } from 'vitest'
import { accessibilityBreaches, PHONE, sidewaysScroll, visit, WIDE } from '../support/browser.ts'
import { logInPage, newPerson, post, signUp } from '../support/people.ts'
import { stage } from '../support/stage.ts'
import { tabTo } from '../support/tab-to.ts'
import { until } from '../support/until.ts'

const on = stage()

const ask = async <T>(token: string, path: string, init: RequestInit = {}): Promise<T> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`${on.server.url}/api/v1${path}`, { ...init, headers })
  return ((await answer.json()) as { data: T }).data
}

/** Sends a leader's market order, retried until the market accepts it. */
const order = (token: string, name: string, side: 'buy' | 'sell', size: string): Promise<true> =>
  until(`the order ${name}`, async () => {
    const body = { client_id: name, symbol: 'BTC', side, type: 'market', size, leverage: 5 }
    const { status } = await post(on.server, '/orders', body, { authorization: `Bearer ${token}` })
    return status === 200 || status === 201 ? true : undefined
  })

async function leader(): Promise<string> {
  const { token } = await signUp(on.server, newPerson('Iris'))
  await until('an account', async () => ((await ask<object | undefined>(token, '/trading/account')) === undefined ? undefined : true))
  const made = await ask<OwnLeader>(token, '/copies/leader', {
    method: 'PUT',
    body: JSON.stringify({ name: 'Iris Kestrel', about: 'Swing trades.' }),
  })
  expect(made?.is_open).toBe(true)
  return token
}

const entries = (): Promise<CopyLogEntry[]> => ask(on.session.token, '/copies/log')
const filled = (count: number) =>
  until(`${count} entries that are filled`, async () => {
    const all = await entries()
    return all.length >= count && all.every((entry) => entry.wanted === null || entry.filled !== null) ? all : undefined
  })

it('follows a leader by keyboard alone: simulates, copies with logged reasons, pauses, stops and keeps the position', async () => {
  const lead = await leader()
  const { page, complaints, close } = await visit(on.browser, { reducedMotion: 'reduce' })
  await logInPage(page, on.server, on.person)
  await page.goto(`${on.server.url}/claw/copy`)
  const { keyboard } = page
  const reach = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).first().waitFor()
    await tabTo(page, new RegExp(`^${name}$`))
  }
  await reach('Open Iris Kestrel')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityBreaches(page)).toEqual([])
  }
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Copy Iris Kestrel' }).waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  await reach('Simulate 90 days')
  await keyboard.press('Enter')
  await page.getByText('The leader has no trades of the last 90 days in this market.').waitFor()
  await reach('Start copying')
  await keyboard.press('Enter')
  await page.getByRole('list', { name: 'Your copies' }).getByText('Active', { exact: true }).waitFor()

  await order(lead, 'first', 'buy', '0.05')
  await filled(1)
  await page.getByRole('rowheader', { name: 'BTC' }).waitFor()
  await reach('Pause')
  await keyboard.press('Enter')
  await page.getByText('Paused by you.', { exact: true }).waitFor()
  await order(lead, 'second', 'buy', '0.05')
  await filled(2)
  await page.getByRole('tab', { name: 'Log' }).focus()
  await keyboard.press('Enter')
  const log = page.getByRole('list', { name: 'Log of copied trades' })
  await log.getByText('This copy was paused.').waitFor()
  await log.getByText(/^Iris Kestrel · BTC · Position · [\d.]+ BTC at [\d,.]+$/).waitFor()
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size)
    expect([await sidewaysScroll(page), await accessibilityBreaches(page)]).toEqual([0, []])
  }

  await page.getByRole('tab', { name: 'My copies' }).focus()
  await keyboard.press('Enter')
  await reach('Stop')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Stop copying Iris Kestrel' }).waitFor()
  await reach('Stop and keep')
  await keyboard.press('Enter')
  await page.getByText('Stopped', { exact: true }).waitFor()
  const copies = async () => (await ask<CopyRow[]>(on.session.token, '/copies')).map(({ state, fills }) => [state, fills])
  await expect.poll(copies).toEqual([['stopped', 1]])
  await expect
    .poll(async () => (await entries()).map(({ kind, outcome }) => [kind, outcome]))
    .toEqual([
      ['kept', 'copied'],
      ['position', 'skipped'],
      ['position', 'copied'],
    ])
  const [held] = await ask<{ symbol: string; size: string }[]>(on.session.token, '/positions')
  expect(held).toMatchObject({ symbol: 'BTC', size: (await entries()).at(-1)?.filled })
  expect(complaints).toEqual([])
  await close()
})
