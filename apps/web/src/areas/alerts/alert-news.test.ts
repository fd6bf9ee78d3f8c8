import '../../../test/no-messages.ts'
import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/api/api-error.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { onceAcrossTabs, type TabContext } from '../../platform/browser/once-across-tabs.ts'
import { emitNoticesResumed, receiveNotice } from '../../platform/live/notices.ts'
import { newLoginCalls } from '../../platform/session/new-logins.ts'
import { useSession } from '../../platform/session/session.ts'
import { testUser } from '../../platform/session/test/user.ts'
import { alertCalls } from './alert-calls.ts'
import { followAlertNews, handleAlertNotice, markLoginsSeen, markRead, takeAnswer, useAlertNews } from './alert-news.ts'
import { alertSummaryQuery } from './alert-queries.ts'
import { testFiring, testId, testLogin, testSummary } from './test/alerts.ts'

const notified = vi.hoisted(() => vi.fn<(type: string, text: string) => void>())
vi.mock(import('../../platform/toasts/toast.ts'), async (original) => ({ ...(await original()), notify: notified }))

const summary = vi.spyOn(alertCalls, 'summary')
const firings = vi.spyOn(alertCalls, 'firings')
const read = vi.spyOn(alertCalls, 'read')
const logins = vi.spyOn(newLoginCalls, 'list')
const seen = vi.spyOn(newLoginCalls, 'read')
const news = () => useAlertNews.getState()
const settled = () => vi.waitFor(() => expect(news().firings).not.toBeNull())

beforeEach(() => {
  vi.resetAllMocks()
  summary.mockResolvedValue(testSummary({ unread: 1 }))
  firings.mockResolvedValue({ data: [testFiring(1)], next: null })
  logins.mockResolvedValue([])
})
let stop: () => void = () => undefined
afterEach(() => {
  stop()
  useSession.setState({ phase: 'guest', token: null, user: null, endsAt: null })
})
const as = (user_id: string) =>
  useSession.setState({ phase: 'active', token: user_id, user: testUser({ user_id }), endsAt: Date.now() + HOUR_MS })

describe('the bell', () => {
  it('loads unread news, and again after a reconnect', async () => {
    stop = followAlertNews()
    await settled()
    expect([news().unread, news().firings?.length]).toEqual([1, 1])
    emitNoticesResumed()
    expect(summary).toHaveBeenCalledTimes(2)
  })

  it("adds a pushed firing once, with the server's count", async () => {
    stop = followAlertNews()
    await settled()
    const notice = { kind: 'alert' as const, data: { event: 'fired', firing: testFiring(2), unread: 2 } }
    receiveNotice(notice)
    receiveNotice(notice)
    expect([news().unread, news().firings?.map(({ seq }) => seq)]).toEqual([2, [2, 1]])
  })

  it('keeps the response to a change over an older request that arrives later', async () => {
    const older = Promise.withResolvers<ReturnType<typeof testSummary>>()
    summary.mockReturnValueOnce(older.promise)
    const asked = queryClient.fetchQuery({ ...alertSummaryQuery, staleTime: 0 }).catch(() => undefined)
    await takeAnswer(testSummary({ is_paused: true }))
    older.resolve(testSummary({ is_paused: false }))
    await asked
    expect(queryClient.getQueryData(alertSummaryQuery.queryKey)?.is_paused).toBe(true)
  })

  it('keeps the count of a firing pushed while an older response was in flight', async () => {
    const older = Promise.withResolvers<ReturnType<typeof testSummary>>()
    summary.mockReturnValueOnce(older.promise)
    firings.mockResolvedValueOnce({ data: [], next: null })
    stop = followAlertNews()
    receiveNotice({ kind: 'alert', data: { event: 'fired', firing: testFiring(1), unread: 1 } })
    older.resolve(testSummary({ unread: 0 }))
    await settled()
    expect([news().unread, news().firings?.map(({ seq }) => seq)]).toEqual([1, [1]])
  })

  it('ignores a response that arrives after it was released', async () => {
    const late = Promise.withResolvers<ReturnType<typeof testSummary>>()
    summary.mockReturnValueOnce(late.promise)
    followAlertNews()()
    late.resolve(testSummary({ unread: 7 }))
    await Promise.allSettled(summary.mock.results.map(({ value }) => value))
    await Promise.allSettled(firings.mock.results.map(({ value }) => value))
    await new Promise((resolve) => setTimeout(resolve))
    expect(news().unread).toBeNull()
  })

  it('marks as read what another window or session has read, by id and up to a position', async () => {
    stop = followAlertNews()
    await settled()
    receiveNotice({ kind: 'alert', data: { event: 'fired', firing: testFiring(2), unread: 2 } })
    receiveNotice({ kind: 'alert', data: { event: 'read', ids: [testId(1002)], up_to: null, unread: 1 } })
    expect(news().firings?.map(({ is_read }) => is_read)).toEqual([true, false])
    receiveNotice({ kind: 'alert', data: { event: 'read', ids: null, up_to: 1, unread: 0 } })
    expect([news().unread, news().firings?.map(({ is_read }) => is_read)]).toEqual([0, [true, true]])
  })

  it('reloads after a notice that it cannot parse', async () => {
    const complain = vi.spyOn(console, 'error').mockReturnValue()
    stop = followAlertNews()
    await settled()
    receiveNotice({ kind: 'alert', data: { event: 'fired', firing: 7 } })
    expect(summary).toHaveBeenCalledTimes(2)
    complain.mockRestore()
  })

  it('shows one message for a burst of firings', () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    handleAlertNotice({ event: 'storm', count: 400, newest: testFiring(9), unread: 400 })
    expect([news().unread, notified.mock.calls.length]).toEqual([400, 1])
    expect(notified.mock.lastCall?.[1]).toBe('400 alerts fired. Latest: BTC rose above 70,000 (9)')
    handleAlertNotice({ event: 'storm', count: 1, newest: testFiring(10), unread: 401 })
    expect(notified.mock.lastCall?.[1]).toBe('BTC rose above 70,000 (10)')
  })

  it('shows each firing once in every visible window, focused or not, and none in a hidden one', () => {
    stop = followAlertNews()
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    const fire = (seq: number) => handleAlertNotice({ event: 'fired', firing: testFiring(seq), unread: seq })
    for (const seq of [21, 21, 22]) fire(seq)
    expect(notified.mock.calls.map(([, text]) => text)).toEqual([testFiring(21).text, testFiring(22).text])
    visibility.mockReturnValue('hidden')
    fire(23)
    expect([notified.mock.calls.length, news().unread]).toEqual([2, 23])
  })

  it('reverts a read mark that the server refused', async () => {
    stop = followAlertNews()
    await settled()
    read.mockRejectedValue(new ApiError({ code: 'offline', status: 0, detail: '' }))
    await markRead({ up_to: 1 })
    expect([news().unread, news().firings?.[0]?.is_read, notified.mock.lastCall?.[0]]).toEqual([1, false, 'error'])
  })

  it('keeps what arrived while a read mark was refused, and reloads everything', async () => {
    stop = followAlertNews()
    await settled()
    const answer = Promise.withResolvers<never>()
    read.mockReturnValueOnce(answer.promise)
    const marking = markRead({ up_to: 1 })
    receiveNotice({ kind: 'alert', data: { event: 'fired', firing: testFiring(2), unread: 2 } })
    answer.reject(new ApiError({ code: 'offline', status: 0, detail: '' }))
    await marking
    expect([news().unread, news().firings?.map(({ is_read }) => is_read)]).toEqual([2, [false, false]])
    expect(summary).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['taken', () => Promise.resolve(testSummary({ unread: 7 }))],
    ['refused', () => Promise.reject(new ApiError({ code: 'forbidden', status: 403, detail: '' }))],
  ])("shows the next user nothing of a former user's mark that was %s, not even a message", async (_how, outcome) => {
    as('ann')
    stop = followAlertNews()
    await settled()
    const answer = Promise.withResolvers<ReturnType<typeof testSummary>>()
    read.mockReturnValueOnce(answer.promise)
    const marking = markRead({ up_to: 1 })
    summary.mockResolvedValue(testSummary({ unread: 3 }))
    firings.mockResolvedValue({ data: [testFiring(5)], next: null })
    as('ben')
    await settled()
    answer.resolve(outcome())
    await marking
    expect([news().unread, news().firings?.map(({ seq }) => seq), notified.mock.calls]).toEqual([3, [5], []])
  })
})

describe('a login from a new device', () => {
  const login = testLogin(1)
  const receiveLogin = () => receiveNotice({ kind: 'login', session: login.id })
  beforeEach(() => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  })

  it('is listed, with one message if it was just pushed, and disappears once another session has seen it', async () => {
    stop = followAlertNews()
    await settled()
    logins.mockResolvedValue([login])
    receiveLogin()
    receiveLogin()
    await vi.waitFor(() => expect(news().logins).toEqual([login]))
    expect(notified.mock.calls.map(([type, text]) => [type, text])).toEqual([
      ['warning', 'New login: Firefox on Linux (Internet, 203.0.113.*).'],
    ])
    logins.mockResolvedValue([])
    receiveLogin()
    await vi.waitFor(() => expect(news().logins).toEqual([]))
    expect(notified).toHaveBeenCalledTimes(1)
  })

  it('is not news to its own session, and shows no message if it was only loaded', async () => {
    stop = followAlertNews()
    await settled()
    receiveLogin()
    await vi.waitFor(() => expect(logins).toHaveBeenCalledTimes(2))
    logins.mockResolvedValue([testLogin(2)])
    emitNoticesResumed()
    await vi.waitFor(() => expect(news().logins).toHaveLength(1))
    expect(notified).not.toHaveBeenCalled()
  })

  it('reappears if the server did not accept the mark', async () => {
    logins.mockResolvedValue([login])
    stop = followAlertNews()
    await vi.waitFor(() => expect(news().logins).toEqual([login]))
    seen.mockRejectedValue(new ApiError({ code: 'offline', status: 0, detail: '' }))
    const marking = markLoginsSeen([login.id])
    expect(news().logins).toEqual([])
    await marking
    expect([news().logins, notified.mock.lastCall?.[0]]).toEqual([[login], 'error'])
  })

  it('reappears beside one that arrived meanwhile, and is not shown to the next user', async () => {
    as('ann')
    logins.mockResolvedValue([login])
    stop = followAlertNews()
    await vi.waitFor(() => expect(news().logins).toEqual([login]))
    const [first, second] = [Promise.withResolvers<never>(), Promise.withResolvers<never>()]
    seen.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise)
    const marking = markLoginsSeen([login.id])
    logins.mockResolvedValue([testLogin(2), login])
    receiveNotice({ kind: 'login', session: testLogin(2).id })
    await vi.waitFor(() => expect(news().logins).toHaveLength(2))
    first.reject(new ApiError({ code: 'offline', status: 0, detail: '' }))
    await marking
    expect(news().logins).toEqual([testLogin(2), login])
    const last = markLoginsSeen([login.id])
    logins.mockResolvedValue([])
    as('ben')
    second.reject(new ApiError({ code: 'offline', status: 0, detail: '' }))
    await last
    expect(news().logins).toEqual([])
  })
})

describe('a server that does not respond', () => {
  const down = (retryAfterSeconds?: number) => new ApiError({ code: 'unavailable', status: 503, detail: '', retryAfterSeconds })
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })

  it('is retried until it does, and then no more', async () => {
    firings.mockRejectedValueOnce(down()).mockRejectedValueOnce(down())
    stop = followAlertNews()
    await vi.advanceTimersByTimeAsync(0)
    expect([news().unread, news().firings, news().error]).toMatchObject([1, null, { status: 503 }])
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect([news().firings?.length, news().error, firings.mock.calls.length]).toEqual([1, null, 3])
  })

  it('is retried every 30 s until it responds, and at once when the connection is back', async () => {
    summary.mockRejectedValue(down())
    stop = followAlertNews()
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    const asked = summary.mock.calls.length
    expect([asked > 100, asked < 130, news().isCountOld]).toEqual([true, true, true])
    summary.mockRejectedValueOnce(down())
    emitNoticesResumed()
    await vi.advanceTimersByTimeAsync(1000)
    expect(summary).toHaveBeenCalledTimes(asked + 2)
  })

  it('is not retried before its Retry-After, nor later than in five minutes', async () => {
    summary.mockRejectedValueOnce(down(20)).mockRejectedValueOnce(down(1e9))
    stop = followAlertNews()
    await vi.advanceTimersByTimeAsync(19_999)
    expect(summary).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(summary).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
    expect([summary.mock.calls.length, news().unread]).toEqual([3, 1])
  })

  it('is not retried after a refusal, nor once nobody is subscribed', async () => {
    summary.mockRejectedValueOnce(new ApiError({ code: 'forbidden', status: 403, detail: '' }))
    stop = followAlertNews()
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(summary).toHaveBeenCalledTimes(1)
    summary.mockRejectedValue(down())
    emitNoticesResumed()
    await vi.advanceTimersByTimeAsync(0)
    stop()
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(summary).toHaveBeenCalledTimes(2)
  })
})

describe('once across tabs', () => {
  /** Web Locks shared by the windows of one browser. */
  /** Never released. */
  const sharedLocks = (): TabContext['locks'] => {
    const held = new Set<string>()
    return {
      request: async (name, _options, work) => {
        if (held.has(name)) return work(null)
        held.add(name)
        return work({ name })
      },
    }
  }
  const windowOf = (given: Partial<TabContext>): TabContext => ({
    isVisible: () => true,
    hasFocus: () => true,
    locks: undefined,
    wait: async () => undefined,
    ...given,
  })

  it('is shown by one of three windows, and again for another event', async () => {
    const [notify, locks] = [vi.fn<() => void>(), sharedLocks()]
    for (const window of [windowOf({ locks }), windowOf({ locks }), windowOf({ locks })]) await onceAcrossTabs('a', notify, window)
    await onceAcrossTabs('b', notify, windowOf({ locks }))
    expect(notify).toHaveBeenCalledTimes(2)
  })

  it('shows nothing in a hidden window, nor in an unfocused one without lock support', async () => {
    const notify = vi.fn<() => void>()
    await onceAcrossTabs('a', notify, windowOf({ isVisible: () => false, locks: sharedLocks() }))
    await onceAcrossTabs('a', notify, windowOf({ hasFocus: () => false }))
    expect(notify).not.toHaveBeenCalled()
  })
})
