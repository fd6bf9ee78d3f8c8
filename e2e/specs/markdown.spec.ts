import type { IdeaQuote } from '@aerie/wire/ideas'
import { characterEntities } from 'character-entities'
import { expect, it } from 'vitest'
import { visit } from '../support/browser.ts'
import { openWorkspaceOf } from '../support/own-layout.ts'
import { logInPage, newPerson, post, signUp } from '../support/people.ts'
import { savedDocuments } from '../support/saved-documents.ts'
import { stage } from '../support/stage.ts'
import { until } from '../support/until.ts'

// Its own server: the feed must show no other user's ideas.
const on = stage()
const saved = savedDocuments(() => ({ server: on.server, token: on.session.token }))

it.each([
  ['the first half', 0],
  ['the second half', 1],
])('decodes every named HTML entity in a note: %s', async (_, half) => {
  const names = Object.keys(characterEntities)
  expect(names.length).toBe(2_125)
  const middle = Math.ceil(names.length / 2)
  const tested = half === 0 ? names.slice(0, middle) : names.slice(middle)
  const text = tested.map((name) => `&${name};|`).join('')
  await saved.change('notes/main', { general: { text, changed_at: Date.now() } })
  const { page, complaints, close } = await visit(on.browser, { reducedMotion: 'reduce' })
  await logInPage(page, on.server, on.person)
  await openWorkspaceOf(page, on.server, [{ kind: 'notes', options: { isGeneral: true, isPreview: true } }])
  const shown = await page.locator('.note-preview .markdown-view').evaluate((view) => view.textContent)
  expect(shown).toBe(tested.map((name) => `${characterEntities[name]}|`).join(''))
  expect(complaints).toEqual([])
  await close()
})

it('renders ideas, addenda and comments that contain entities, and the ideas next to them', async () => {
  const author = await signUp(on.server, newPerson('Entity'))
  const headers = { authorization: `Bearer ${author.token}` }
  const price = await until('BTC has a price', async () => {
    const answer = await fetch(`${on.server.url}/api/v1/ideas/quote?symbol=BTC`, { headers })
    const { data } = (await answer.json()) as { data: IdeaQuote }
    return data.price === null || data.is_stale ? undefined : Number(data.price)
  })
  const terms = { symbol: 'BTC', side: 'long', target: (price * 1.05).toFixed(2), stop: (price * 0.9).toFixed(2), horizon_s: 86_400 }
  const texts = ['Fees &amp; funding', 'a &lt; b', '&#x41;&copy;&notit;&nosuch;']
  const ids: string[] = []
  for (const text of texts) {
    const answer = await post(on.server, '/ideas', { ...terms, text }, headers)
    expect(answer.status).toBe(201)
    ids.push(((await answer.json()) as { data: { id: string } }).data.id)
  }
  expect((await post(on.server, `/ideas/${ids[0]}/comments`, { text: '**x** &lt; y' }, headers)).status).toBe(201)

  const { page, complaints, close } = await visit(on.browser, { reducedMotion: 'reduce' })
  await logInPage(page, on.server, on.person)
  await page.goto(`${on.server.url}/claw/social`)
  const shown = page.locator('.idea-card .markdown-view')
  await expect
    .poll(async () => (await shown.allInnerTexts()).toSorted())
    .toEqual(['Fees & funding', 'a < b', 'A©&notit;&nosuch;'].toSorted())
  await page.goto(`${on.server.url}/claw/social/${ids[0]}`)
  await page.getByRole('region', { name: 'Comments' }).getByText('x < y').waitFor()
  expect(complaints).toEqual([])
  await close()
})
