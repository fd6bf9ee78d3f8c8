import type { Idea, IdeaQuote } from '@aerie/wire/ideas'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { accessibilityBreaches, PHONE, sidewaysScroll, visit, WIDE } from '../support/browser.ts'
import { logInPage, newPerson, post, signUp } from '../support/people.ts'
import { stage } from '../support/stage.ts'
import { tabTo } from '../support/tab-to.ts'
import { until } from '../support/until.ts'

const on = stage()

async function priceOfBtc(): Promise<number> {
  const headers = { authorization: `Bearer ${on.session.token}` }
  return until('BTC has a price', async () => {
    const answer = await fetch(`${on.server.url}/api/v1/ideas/quote?symbol=BTC`, { headers })
    const { data } = (await answer.json()) as { data: IdeaQuote }
    return data.price === null || data.is_stale ? undefined : Number(data.price)
  })
}

/**
 * Watches for the notice connection: events before it update the count but show no toast.
 * @returns waits until the page, opened after this call, is subscribed
 */
function noticesOf(page: Page): () => Promise<unknown> {
  let isSubscribed = false
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      isSubscribed ||= payload.toString().startsWith('40/messages')
    }),
  )
  return () => until('the page to hear notices', () => isSubscribed || undefined)
}

it('posts an idea by keyboard alone, shows it with its source, and renders its text safely on its own page', async () => {
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
    await expect.poll(() => sidewaysScroll(page), { timeout: 30_000 }).toBe(0)
    expect(await accessibilityBreaches(page)).toEqual([])
  }
  const headers = { authorization: `Bearer ${on.session.token}` }
  const ideas = async () => ((await (await fetch(`${on.server.url}/api/v1/ideas`, { headers })).json()) as { data: Idea[] }).data
  await expect
    .poll(async () => (await ideas()).map(({ state, comments, score }) => [state, comments, score]), { timeout: 30_000 })
    .toEqual([['open', 1, null]])
  expect(complaints).toEqual([])
  await close()
})

it('likes, comments, reports and mutes by keyboard alone, and hides muted content', async () => {
  const price = await priceOfBtc()
  const author = await signUp(on.server, newPerson('Mara'))
  const bearer = { authorization: `Bearer ${author.token}` }
  const terms = { symbol: 'BTC', side: 'short', target: (price * 0.9).toFixed(2), stop: (price * 1.05).toFixed(2), horizon_s: 3_600 }
  await post(on.server, '/ideas', { ...terms, text: 'Everybody buys my course.' }, bearer)
  const { page, complaints, close } = await visit(on.browser, { reducedMotion: 'reduce' })
  await logInPage(page, on.server, on.person)
  await page.goto(`${on.server.url}/claw/social?side=short`)
  const { keyboard } = page
  const card = page.getByRole('article', { name: 'BTC Short' })
  const go = async (name: RegExp, tag?: string) => {
    await tabTo(page, name, tag)
    await keyboard.press('Enter')
  }
  await card.getByText('Everybody buys my course.').waitFor()
  await go(/^Like, 0 likes$/)
  await card.getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor()

  await go(/^Open the idea, 0 comments$/)
  await page.getByText('No comments yet.').waitFor()
  await tabTo(page, /^Your comment$/, 'TEXTAREA')
  await keyboard.type('What does it cost?')
  await go(/^Comment$/)
  await page.getByRole('region', { name: 'Comments' }).getByText('What does it cost?').waitFor()

  await page.getByRole('link', { name: 'All ideas' }).waitFor()
  await go(/^All ideas$/)
  await card.getByRole('link', { name: 'Open the idea, 1 comment' }).waitFor()
  await go(/^More about this idea of Trader [0-9a-f]{6}$/)
  await page.getByRole('menuitem', { name: 'Report' }).waitFor()
  await keyboard.press('End')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Report to the operator' }).waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  await keyboard.press('ArrowDown')
  await tabTo(page, /^Note \(optional\)$/, 'INPUT')
  await keyboard.type('Sells a course.')
  await go(/^Send report$/)
  await page.getByText('Reported. The operator of this server will look at it.').waitFor()

  await go(/^Trader [0-9a-f]{6}$/, 'A')
  await page.getByRole('button', { name: 'Mute', exact: true }).waitFor()
  await go(/^Mute$/)
  await page.getByText('You have muted this author.').waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  await go(/^Clear filters$/)
  await card.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await close()
})

it('notifies the author of a comment by a toast and the bell, in every window, until the idea is opened', async () => {
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
    const untilSubscribed = noticesOf(page)
    await page.goto(`${on.server.url}/claw/learn`)
    await page.getByRole('button', { name: 'Newest alerts' }).waitFor()
    await untilSubscribed()
  }
  await post(on.server, `/ideas/${data.id}/comments`, { text: 'Why?' }, { authorization: `Bearer ${on.session.token}` })
  await one.page.getByText('1 new comment on your idea: BTC Short').waitFor()
  await one.page.getByRole('link', { name: 'Trade alerts, 1 unread' }).waitFor()
  await other.page.getByRole('link', { name: 'Trade alerts, 2 unread' }).waitFor()

  await one.page.getByRole('button', { name: 'Newest alerts' }).focus()
  await one.page.keyboard.press('Enter')
  const panel = one.page.getByRole('region', { name: 'Updates on ideas' })
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
