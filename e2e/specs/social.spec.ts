import type { Idea, IdeaQuote } from '@aerie/wire/ideas'
import { expect, it } from 'vitest'
import { accessibilityBreaches, PHONE, sidewaysScroll, visit, WIDE } from '../support/browser.ts'
import { logInPage, newPerson, post, signUp } from '../support/people.ts'
import { stage } from '../support/stage.ts'
import { tabTo } from '../support/tab-to.ts'
import { until } from '../support/until.ts'

const on = stage()

/** The price of BTC, once there is one. */
async function priceOfBtc(): Promise<number> {
  const headers = { authorization: `Bearer ${on.session.token}` }
  return until('BTC has a price', async () => {
    const answer = await fetch(`${on.server.url}/api/v1/ideas/quote?symbol=BTC`, { headers })
    const { data } = (await answer.json()) as { data: IdeaQuote }
    return data.price === null || data.is_stale ? undefined : Number(data.price)
  })
}

it('posts an idea by keyboard alone, shows it with its source, and keeps its text safe on its own page', async () => {
  const price = await priceOfBtc()
  const { page, complaints, close } = await visit(on.browser, { reducedMotion: 'reduce' })
  await logInPage(page, on.server, on.person)
  await page.goto(`${on.server.url}/claw/social`)
  await page.getByText('No ideas yet').waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])

  const { keyboard } = page
  await page.getByRole('button', { name: 'New idea' }).focus()
  await keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'New idea' })
  await form.getByText(/of 3 open ideas on BTC/).waitFor()
  await tabTo(page, /^Target$/)
  await keyboard.type((price * 0.9).toFixed(2))
  await tabTo(page, /^Stop$/)
  await keyboard.type((price * 0.98).toFixed(2))
  await form.getByText('Must be above the entry for long').waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  await form.getByLabel('Target').fill((price * 1.04).toFixed(2))
  await form.getByLabel('Why').focus()
  await keyboard.type('**Up** <script>alert(1)</script> ![x](https://evil.example/x.png)')
  await tabTo(page, /^Post idea$/)
  await keyboard.press('Enter')
  const card = page.getByRole('article', { name: 'BTC Long' })
  await card.locator('strong', { hasText: 'Up' }).waitFor()
  await card.getByText('SIMULATED').waitFor()
  // The chart as it was when the idea was posted, from the server's candles.
  await card.locator('.idea-plot-candles').first().waitFor({ state: 'attached' })
  expect(await card.locator('script, img').count()).toBe(0)

  await card.getByRole('link', { name: 'BTC Long' }).focus()
  await keyboard.press('Enter')
  await page.getByLabel('Your comment').waitFor()
  await page.getByLabel('Your comment').focus()
  await keyboard.type('Watching *this*.')
  await page.getByRole('button', { name: 'Comment', exact: true }).focus()
  await keyboard.press('Enter')
  await page.locator('em', { hasText: 'this' }).waitFor()
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size)
    expect([await sidewaysScroll(page), await accessibilityBreaches(page)]).toEqual([0, []])
  }
  const headers = { authorization: `Bearer ${on.session.token}` }
  const { data } = (await (await fetch(`${on.server.url}/api/v1/ideas`, { headers })).json()) as { data: Idea[] }
  expect(data.map(({ state, comments, score }) => [state, comments, score])).toEqual([['open', 1, null]])
  expect(complaints).toEqual([])
  await close()
})

it('tells the author of a comment by a toast and the bell, in every window, until the idea is opened', async () => {
  const price = await priceOfBtc()
  const author = newPerson('Ada')
  const owner = await signUp(on.server, author)
  const draft = {
    symbol: 'BTC',
    side: 'short',
    target: (price * 0.9).toFixed(2),
    stop: (price * 1.05).toFixed(2),
    horizon_s: 3_600,
    text: 'Down.',
  }
  const posted = await post(on.server, '/ideas', draft, { authorization: `Bearer ${owner.token}` })
  const { data } = (await posted.json()) as { data: Idea }
  const [one, other] = await Promise.all([visit(on.browser), visit(on.browser)])
  for (const { page } of [one, other]) {
    await logInPage(page, on.server, author)
    await page.goto(`${on.server.url}/claw/learn`)
    await page.getByRole('button', { name: 'Newest alerts' }).waitFor()
  }
  await post(on.server, `/ideas/${data.id}/comments`, { text: 'Why?' }, { authorization: `Bearer ${on.session.token}` })
  await one.page.getByText('1 new comment on your idea: BTC Short').waitFor()
  await one.page.getByRole('link', { name: 'Trade alerts, 1 unread' }).waitFor()
  // It is told of the first window's login, too: the first with this device.
  await other.page.getByRole('link', { name: 'Trade alerts, 2 unread' }).waitFor()

  await one.page.getByRole('button', { name: 'Newest alerts' }).focus()
  await one.page.keyboard.press('Enter')
  const panel = one.page.getByRole('region', { name: 'News of ideas' })
  await panel.waitFor()
  expect(await accessibilityBreaches(one.page)).toEqual([])
  await panel.getByRole('link', { name: /1 new comment on your idea/ }).focus()
  await one.page.keyboard.press('Enter')
  await one.page.getByText('Why?').waitFor()
  await one.page.getByRole('link', { name: 'Trade alerts', exact: true }).waitFor()
  await other.page.getByRole('link', { name: 'Trade alerts, 1 unread' }).waitFor()
  expect([...one.complaints, ...other.complaints]).toEqual([])
  await Promise.all([one.close(), other.close()])
})
