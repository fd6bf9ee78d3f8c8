import '../../../test/no-messages.ts'
import type { Idea } from '@aerie/wire/ideas'
import { PUBLIC_NAME_RULE } from '@aerie/wire/public-names'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/api/api-error.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { setStatus, useMarketState } from '../../platform/live/market/market-status.ts'
import { testStatus } from '../../platform/live/test/market.ts'
import { IdeaPage } from './idea-page.tsx'
import { socialCalls } from './social-calls.ts'
import { SocialPage } from './social-page.tsx'
import { testIdea, testQuote } from './test/ideas.ts'

vi.mock(import('../../platform/live/socket/live-client.ts'), async (original) => ({
  ...(await original()),
  startLive: () => undefined,
  sendWatch: () => undefined,
}))

const calls = {
  feed: vi.spyOn(socialCalls, 'feed'),
  idea: vi.spyOn(socialCalls, 'idea'),
  comments: vi.spyOn(socialCalls, 'comments'),
  leaders: vi.spyOn(socialCalls, 'leaders'),
  quote: vi.spyOn(socialCalls, 'quote'),
  post: vi.spyOn(socialCalls, 'post'),
  author: vi.spyOn(socialCalls, 'author'),
  like: vi.spyOn(socialCalls, 'like'),
}
const SOURCE = { source: 'sim:1', source_kind: 'sim' as const }
const comment = (id: string, parent: string | null, text: string) =>
  ({ id, parent, text, text_state: 'shown', author: testIdea().author, at: '2026-01-15T12:30:00.000Z' }) as const
const feedOf = (...data: Idea[]) => ({ data, next: null, ...SOURCE })
const show = (path = '/claw/social') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/claw/social" element={<SocialPage />} />
        <Route path="/claw/social/:idea" element={<IdeaPage />} />
      </Routes>
    </MemoryRouter>,
  )
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, value: string) => act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))

beforeEach(() => {
  vi.resetAllMocks()
  calls.feed.mockResolvedValue(feedOf(testIdea()))
  calls.quote.mockResolvedValue(testQuote())
  calls.comments.mockResolvedValue({ data: [], next: null })
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>().mockImplementation(async () => Response.json({ data: [] })),
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('the feed', () => {
  it('shows an open idea with its prices, reward and source, and never a result of 0', async () => {
    show()
    const card = await screen.findByRole('article', { name: 'BTC Long' })
    expect(card.textContent).toMatch(/SIMULATED.*Open.*Entry\$100.*Target\$110.*Stop\$95.*Reward to risk2\.00 : 1/)
    expect(card.textContent).not.toMatch(/0\.00R/)
  })

  it('explains how a score was computed, and shows an unknown score as unknown', async () => {
    const score = {
      outcome: 'stop',
      exit: '95',
      exit_at: '2026-01-15T12:30:00.000Z',
      is_both: true,
      r: -1,
      net_r: -1.0176,
      hold_r: null,
    } as const
    const missing = testIdea({ id: '33333333-3333-4333-8333-333333333333', symbol: 'ETH', state: 'missing' })
    calls.feed.mockResolvedValue(feedOf(testIdea({ state: 'scored', score }), missing))
    show()
    const scored = await screen.findByRole('article', { name: 'BTC Long' })
    expect(scored.textContent).toMatch(/−1\.02R Stop hit/)
    expect(scored.textContent).toContain('One candle held both target and stop, so it counts as the stop.')
    expect(scored.textContent).toContain('The result of holding is not known.')
    expect(screen.getByRole('article', { name: 'ETH Long' }).textContent).toContain('Candles are missing, so the result is not known.')
  })

  it('keeps its filters in the URL and sends them to the server', async () => {
    show('/claw/social?symbol=ETH&side=short&state=nonsense')
    await waitFor(() => expect(calls.feed).toHaveBeenCalledWith({ symbol: 'ETH', side: 'short', cursor: undefined }, expect.anything()))
    await act(async () => fireEvent.change(screen.getByLabelText('Side'), { target: { value: '' } }))
    await waitFor(() => expect(calls.feed).toHaveBeenLastCalledWith({ symbol: 'ETH', cursor: undefined }, expect.anything()))
  })

  it('keeps the other ideas when one cannot be displayed, and shows that one once it can', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const other = testIdea({ id: '33333333-3333-4333-8333-333333333333', symbol: 'ETH' })
    calls.feed.mockResolvedValue(feedOf(testIdea({ posted_at: 'soon' }), other))
    show()
    expect(await screen.findByRole('article', { name: 'ETH Long' })).toBeTruthy()
    expect(screen.getByText('This entry could not be shown.')).toBeTruthy()
    calls.feed.mockResolvedValue(feedOf(testIdea(), other))
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByRole('article', { name: 'BTC Long' })).toBeTruthy()
  })

  it('shows what failed and what is missing', async () => {
    calls.feed.mockRejectedValue(new ApiError({ code: 'forbidden', status: 403, detail: '' }))
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('The ideas could not be loaded')
    calls.feed.mockResolvedValue(feedOf())
    await press('Try Again')
    expect(await screen.findByRole('button', { name: 'Post an idea' })).toBeTruthy()
  })
})

it('shows that an author is blocked, and offers no follow button until the block ends', async () => {
  const standing = { scored: 0, n: 0, mean: null, low: null, high: null, excess: null }
  const { author } = testIdea()
  const profile = {
    author,
    followers: 0,
    is_followed: false,
    view: 'block',
    open_long: 0,
    open_short: 0,
    standing,
    source_kind: 'sim',
  } as const
  calls.author.mockResolvedValue(profile)
  show(`/claw/social?author=${author.id}`)
  const head = within(await screen.findByRole('region', { name: 'Ada' }))
  expect(head.getByText('You have blocked this author. They cannot follow you or comment on your ideas.')).toBeTruthy()
  expect(head.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Mute', 'Unblock'])
})

it('draws no prices of the current market below an idea from another market', async () => {
  calls.idea.mockResolvedValue(testIdea({ is_present: false, source_kind: 'live' }))
  show(`/claw/social/${testIdea().id}`)
  expect(await screen.findByText('This idea is of another market than the one shown now, so its prices are not drawn.')).toBeTruthy()
  expect(vi.mocked(fetch).mock.calls.filter(([url]) => String(url).includes('/candles/'))).toEqual([])
})

describe('user content', () => {
  it('is rendered as Markdown without scripts, images, styles or non-web links', async () => {
    const hostile = [
      '**Bold** <script>alert(1)</script> <img src=x onerror=alert(1)> <style>*{display:none}</style>',
      '![pixel](https://evil.example/p.png) [run](javascript:alert(1)) [data](data:text/html,x) [page](https://good.example/a)',
    ].join('\n\n')
    calls.feed.mockResolvedValue(
      feedOf(testIdea({ text: hostile, author: { id: testIdea().author.id, name: '<b>Ada</b>', is_you: false } })),
    )
    show()
    const card = await screen.findByRole('article')
    await waitFor(() => expect(card.querySelector('strong')?.textContent).toBe('Bold'))
    expect(card.querySelectorAll('script, img, style, iframe, [onerror], b')).toHaveLength(0)
    const links = [...card.querySelectorAll<HTMLAnchorElement>('.markdown-view a')]
    expect(links.map(({ href, rel }) => [href, rel])).toEqual([['https://good.example/a', 'noopener noreferrer nofollow ugc']])
    expect(card.textContent).toContain('<b>Ada</b>')
  })

  it('disappears when its author removes it or the operator hides it, while the claim remains', async () => {
    calls.idea.mockResolvedValue(testIdea({ text: null, text_state: 'hidden' }))
    show(`/claw/social/${testIdea().id}`)
    expect(await screen.findByText('The operator hid this text.')).toBeTruthy()
    expect(screen.getByRole('article').textContent).toContain('Entry$100')
  })

  it('keeps a confirmed like when an older response arrives later', async () => {
    calls.idea.mockResolvedValueOnce(testIdea())
    show(`/claw/social/${testIdea().id}`)
    const heart = await screen.findByRole('button', { name: /^Like, 0/ })
    const reading = Promise.withResolvers<Idea>()
    calls.idea.mockReturnValueOnce(reading.promise)
    await act(async () => void queryClient.invalidateQueries())
    expect(calls.idea).toHaveBeenCalledTimes(2)
    calls.like.mockResolvedValueOnce(testIdea({ is_liked: true, likes: 1 }))
    fireEvent.click(heart)
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'))
    await act(async () => {
      reading.resolve(testIdea())
      // Query observers are notified in a separate task.
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
    expect(heart.getAttribute('aria-pressed')).toBe('true')
  })

  it('shows "not found" for a dead link and is not requested again', async () => {
    calls.idea.mockRejectedValue(new ApiError({ code: 'not_found', status: 404, detail: 'There is no such idea.' }))
    show(`/claw/social/${testIdea().id}`)
    expect(await screen.findByText('No such idea')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  })

  it('shows replies below their comment, and replies to a hidden comment on their own', async () => {
    calls.idea.mockResolvedValue(testIdea())
    calls.comments.mockResolvedValue({
      data: [comment('a', null, 'Why?'), comment('b', 'a', 'Because.'), comment('c', 'gone', 'Alone.')],
      next: null,
    })
    show(`/claw/social/${testIdea().id}`)
    const reply = await screen.findByText('Because.')
    expect(reply.closest('[data-part="replies"]')).not.toBeNull()
    expect(screen.getByText('Alone.').closest('[data-part="replies"]')).toBeNull()
  })

  it('says that its price could not be loaded, and loads it on request', async () => {
    setStatus(testStatus())
    calls.idea.mockResolvedValue(testIdea())
    const refused = { type: 'about:blank', title: 'No', status: 403, code: 'forbidden', detail: 'No.', instance: '/' }
    let isRefused = true
    vi.stubGlobal('fetch', async (path: string) =>
      isRefused && path.includes('/candles/') ? Response.json(refused, { status: 403 }) : Response.json({ data: [] }),
    )
    show(`/claw/social/${testIdea().id}`)
    const said = await screen.findByText('The price could not be loaded.', { exact: false })
    expect(screen.queryByText('Loading the price')).toBeNull()
    isRefused = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(said.isConnected).toBe(false))
    useMarketState.setState({ status: null, clock: null })
  })

  it('keeps its comments, marked as stale, where they cannot be read again', async () => {
    calls.idea.mockResolvedValue(testIdea())
    calls.comments.mockResolvedValueOnce({ data: [comment('a', null, 'Why?')], next: null })
    show(`/claw/social/${testIdea().id}`)
    await screen.findByText('Why?')
    calls.comments.mockRejectedValueOnce(new ApiError({ code: 'forbidden', status: 403, detail: '' }))
    await act(() => queryClient.invalidateQueries({ queryKey: ['social', 'comments'] }))
    const talk = within(screen.getByRole('region', { name: 'Comments' }))
    expect((await talk.findByRole('status')).textContent).toContain('This could not be updated.')
    expect(talk.getByText('Why?').closest('[data-outdated]')).not.toBeNull()
    calls.comments.mockResolvedValue({ data: [comment('a', null, 'Why?')], next: null })
    fireEvent.click(talk.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(talk.queryByRole('status')).toBeNull())
  })
})

describe('a new idea', () => {
  it('is validated while typing, and posted once as typed', async () => {
    calls.post.mockResolvedValue(testIdea())
    show()
    await press('New idea')
    await screen.findByText(/0 of 3 open ideas/)
    await type('Target', '99')
    expect(screen.getByText('Must be above the entry for long, below it for short')).toBeTruthy()
    await type('Target', '110')
    await type('Stop', '95')
    expect(screen.getByText(/Pays 2\.00R.*33%/)).toBeTruthy()
    await press('Post idea')
    expect(calls.post).not.toHaveBeenCalled()
    await type('Why', 'Up.')
    await act(async () => fireEvent.submit(screen.getByRole('form', { name: 'New idea' })))
    const draft = { symbol: 'BTC', side: 'long', target: '110', stop: '95', horizon_s: 86_400, text: 'Up.' }
    expect(calls.post.mock.calls.map(([sent]) => sent)).toEqual([draft])
  })

  it('stays in the form when the server rejects it, and keeps its idempotency key', async () => {
    calls.post.mockRejectedValue(new ApiError({ code: 'rule_broken', status: 422, detail: 'You have 3 open ideas on BTC.' }))
    show()
    await press('New idea')
    await screen.findByText(/0 of 3 open ideas/)
    await type('Target', '110')
    await type('Stop', '95')
    await type('Why', 'Up.')
    const submit = () => act(async () => fireEvent.submit(screen.getByRole('form', { name: 'New idea' })))
    await submit()
    expect(screen.getByText('You have 3 open ideas on BTC.')).toBeTruthy()
    await submit()
    expect(new Set(calls.post.mock.calls.map(([, key]) => key)).size).toBe(1)
  })
})

it('shows the leaderboard with sample size, interval and the comparison with holding', async () => {
  const leader = { rank: 1, author: testIdea().author, followers: 2, scored: 15, n: 12, mean: 0.4, low: 0.1, high: 0.7, excess: null }
  calls.leaders.mockResolvedValue({ data: [leader], next: null, least: 10, ...SOURCE })
  show('/claw/social?tab=board')
  const row = (await screen.findByRole('rowheader')).closest('tr')
  expect([...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)).toEqual([
    '1',
    '12',
    '+0.40R',
    '+0.10R to\u00a0+0.70R',
    '–',
  ])
})

it('offers the form for an idea where nobody is ranked yet', async () => {
  calls.leaders.mockResolvedValue({ data: [], next: null, least: 10, ...SOURCE })
  show('/claw/social?tab=board')
  await screen.findByText('Nobody is ranked yet')
  await press('Post an idea')
  expect(screen.getByRole('form', { name: 'New idea' })).toBeTruthy()
})

it('keeps a report that could not be sent, says why, and sends it once by its form', async () => {
  const report = vi
    .spyOn(socialCalls, 'report')
    .mockRejectedValueOnce(new ApiError({ code: 'rule_broken', status: 422, detail: 'Not now.' }))
  show()
  await screen.findByRole('article')
  await press(`More about this idea of Ada`)
  fireEvent.click(screen.getByRole('menuitem', { name: 'Report' }))
  await type('Note (optional)', ' Ads. ')
  await press('Send report')
  expect(screen.getByText('Not now.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Note (optional)').value).toBe(' Ads. ')
  report.mockResolvedValue(null)
  await act(async () => fireEvent.submit(screen.getByLabelText('Note (optional)')))
  expect(report.mock.lastCall).toEqual([{ idea: testIdea().id, reason: 'spam', note: 'Ads.' }])
  expect(screen.queryByText('Report to the operator')).toBeNull()
})

describe('the name in Social', () => {
  const setName = vi.spyOn(socialCalls, 'setName')
  const save = async (stored: string | null, typed: string) => {
    vi.spyOn(socialCalls, 'me').mockResolvedValue({ author: { id: testIdea().author.id, name: stored, is_you: true }, is_suspended: false })
    setName.mockResolvedValue({ author: null, is_suspended: false })
    show('/claw/social?tab=you')
    const field = await screen.findByLabelText<HTMLInputElement>('Your public name')
    expect(field.value).toBe(stored ?? '')
    fireEvent.change(field, { target: { value: typed } })
    await press('Save name')
  }

  it('is shown as the name of the leader too, and can be set and removed', async () => {
    await save('Ada', ' Grace Hopper ')
    expect(screen.getByText(/It is also your name as a leader in Copy\./)).toBeTruthy()
    expect(setName.mock.calls).toEqual([['Grace Hopper']])
    await type('Your public name', ' ')
    await press('Save name')
    expect(setName.mock.lastCall).toEqual([null])
  })

  it('is refused by the rules of new names', async () => {
    await save('J.R. Old', 'J.R. New')
    expect(screen.getByText(`Use ${PUBLIC_NAME_RULE}.`)).toBeTruthy()
    expect(setName).not.toHaveBeenCalled()
  })

  it('may be kept if it is older than the rules', async () => {
    await save('J.R. Old', 'J.R. Old ')
    expect(screen.queryByText(`Use ${PUBLIC_NAME_RULE}.`)).toBeNull()
    expect(setName).not.toHaveBeenCalled()
  })
})
