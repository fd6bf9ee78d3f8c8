import '../../../../test/no-messages.ts'
import type { IdeaNews } from '@aerie/wire/idea-news'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../platform/api/api-error.ts'
import { receiveNotice } from '../../../platform/live/notices.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import * as toasts from '../../../platform/toasts/toast.ts'
import { followIdeaNews, ideaNewsCalls, markIdeaNewsRead, useIdeaNews } from './idea-news.ts'
import { newsText } from './idea-news-text.ts'

const page = vi.spyOn(ideaNewsCalls, 'page')
const read = vi.spyOn(ideaNewsCalls, 'read')
const toast = vi.spyOn(toasts, 'notify')

const IDEA = '11111111-1111-4111-8111-111111111111'
const OTHER = '33333333-3333-4333-8333-333333333333'
const testNews = (seq: number, more: Partial<IdeaNews> = {}): IdeaNews => ({
  seq,
  event: 'commented',
  idea: IDEA,
  symbol: 'BTC',
  side: 'long',
  author: { id: '22222222-2222-4222-8222-222222222222', name: 'Ada', is_you: true },
  net_r: null,
  count: 1,
  at: '2026-01-15T12:00:00.000Z',
  is_read: false,
  ...more,
})
const receiveNews = (unread: number, news: IdeaNews | null) => receiveNotice({ kind: 'idea', data: { unread, news } })
const seqs = () => useIdeaNews.getState().list?.map(({ seq }) => seq)

let stop: () => void
beforeEach(async () => {
  vi.clearAllMocks()
  page.mockResolvedValue({ data: [testNews(1)], next: null, unread: 1 })
  stop = followIdeaNews()
  await vi.waitFor(() => expect(seqs()).toEqual([1]))
})
afterEach(() => {
  stop()
  useSession.setState({ phase: 'guest', token: null, user: null })
})

describe('news of ideas', () => {
  it('are shown once as a toast that opens the idea, and replace the toast they continue', () => {
    receiveNews(2, testNews(5, { event: 'posted', idea: OTHER, author: { ...testNews(1).author, name: '<b>Eve</b>' } }))
    receiveNews(2, testNews(5, { event: 'posted', idea: OTHER, author: { ...testNews(1).author, name: '<b>Eve</b>' } }))
    expect(toast.mock.calls.map(([, text]) => text)).toEqual(['<b>Eve</b> posted an idea: BTC Long'])
    receiveNews(2, testNews(6, { count: 2 }))
    expect([seqs(), useIdeaNews.getState().unread]).toEqual([[6, 5], 2])
    // A second comment on the same idea only raises the count.
    expect(toast).toHaveBeenCalledTimes(1)
  })

  it('show no toast for the idea that is open', () => {
    history.replaceState(null, '', `/claw/social/${OTHER}`)
    receiveNews(2, testNews(7, { idea: OTHER }))
    expect(toast).not.toHaveBeenCalled()
    expect(seqs()).toEqual([7, 1])
    history.replaceState(null, '', '/')
  })

  it('are reloaded when something was read elsewhere, or a notice cannot be parsed', async () => {
    page.mockResolvedValue({ data: [testNews(1, { is_read: true })], next: null, unread: 0 })
    receiveNews(0, null)
    await vi.waitFor(() => expect(useIdeaNews.getState().list?.[0]?.is_read).toBe(true))
    receiveNotice({ kind: 'idea', data: { unread: 'many' } })
    await vi.waitFor(() => expect(page).toHaveBeenCalledTimes(3))
    expect(useIdeaNews.getState().unread).toBe(0)
  })

  it('ignore a response that a notice has overtaken', async () => {
    const late = Promise.withResolvers<Awaited<ReturnType<typeof ideaNewsCalls.page>>>()
    page.mockReturnValueOnce(late.promise)
    receiveNews(1, null)
    receiveNews(2, testNews(8, { idea: OTHER }))
    late.resolve({ data: [testNews(1)], next: null, unread: 1 })
    await late.promise
    expect([seqs(), useIdeaNews.getState().unread]).toEqual([[8, 1], 2])
  })

  it('become unread again, with a reason, if the server does not mark them', async () => {
    read.mockRejectedValue(new ApiError({ code: 'forbidden', status: 403, detail: '' }))
    await markIdeaNewsRead({ idea: IDEA })
    expect(useIdeaNews.getState()).toMatchObject({ unread: 1, list: [{ is_read: false }] })
    expect(toast).toHaveBeenCalledWith('error', expect.stringContaining('Not marked as read'), expect.anything())
  })

  it('keep what arrived while a mark was refused, and are reloaded', async () => {
    const answer = Promise.withResolvers<never>()
    read.mockReturnValueOnce(answer.promise)
    const marking = markIdeaNewsRead({ idea: IDEA })
    receiveNews(2, testNews(9, { idea: OTHER }))
    page.mockReturnValue(Promise.withResolvers<never>().promise)
    answer.reject(new ApiError({ code: 'offline', status: 0, detail: '' }))
    await marking
    expect(useIdeaNews.getState()).toMatchObject({ unread: 2, list: [{ seq: 9 }, { seq: 1, is_read: false }] })
    expect(page).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['taken', () => Promise.resolve({ unread: 7 })],
    ['refused', () => Promise.reject(new ApiError({ code: 'forbidden', status: 403, detail: '' }))],
  ])("show the next user nothing of a former user's mark that was %s", async (_how, outcome) => {
    const answer = Promise.withResolvers<{ unread: number }>()
    read.mockReturnValueOnce(answer.promise)
    const marking = markIdeaNewsRead({ idea: IDEA })
    page.mockResolvedValue({ data: [testNews(4)], next: null, unread: 3 })
    useSession.setState({ phase: 'active', token: 't', user: testUser({ user_id: 'ben' }) })
    await vi.waitFor(() => expect(seqs()).toEqual([4]))
    answer.resolve(outcome())
    await marking
    expect([seqs(), useIdeaNews.getState().unread, toast.mock.calls]).toEqual([[4], 3, []])
  })
})

it.each([
  [{ event: 'scored', net_r: 1.246 }, 'Your idea was scored +1.25R: BTC Long'],
  [{ event: 'scored', net_r: -1.0176 }, 'Your idea was scored −1.02R: BTC Long'],
  [{ event: 'scored', net_r: -0.001 }, 'Your idea was scored 0.00R: BTC Long'],
  [{ event: 'scored', net_r: null }, 'Your idea has ended: BTC Long'],
  [{ event: 'commented', count: 3 }, '3 new comments on your idea: BTC Long'],
] as const)('describes %j as: %s', (more, text) => expect(newsText(testNews(1, more))).toBe(text))
