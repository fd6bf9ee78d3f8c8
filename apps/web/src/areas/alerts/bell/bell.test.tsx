import '../../../../test/no-messages.ts'
import type { AlertFiring } from '@aerie/wire/alerts/alert-rows'
import type { IdeaNews } from '@aerie/wire/idea-news'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../platform/api/api-error.ts'
import { emitNoticesResumed, receiveNotice } from '../../../platform/live/notices.ts'
import { newLoginCalls } from '../../../platform/session/new-logins.ts'
import { ideaNewsCalls, readIdeaNews } from '../../social/idea-news/idea-news.ts'
import { alertCalls } from '../alert-calls.ts'
import { readNews, useAlertNews } from '../alert-news.ts'
import { testFiring, testLogin, testSummary } from '../test/alerts.ts'
import { Bell } from './bell.tsx'

const summary = vi.spyOn(alertCalls, 'summary')
const firings = vi.spyOn(alertCalls, 'firings')
const logins = vi.spyOn(newLoginCalls, 'list')
const down = () => new ApiError({ code: 'unavailable', status: 503, detail: '' })
const ideas = vi.spyOn(ideaNewsCalls, 'page')

beforeEach(() => {
  ideas.mockReset().mockResolvedValue({ data: [], next: null, unread: 0 })
  logins.mockReset().mockResolvedValue([])
  firings.mockReset().mockResolvedValue({ data: [testFiring(1)], next: null })
})
afterEach(cleanup)

const show = () =>
  render(
    <MemoryRouter>
      <Bell />
      <nav aria-label="Main">
        <a href="/tradealerts">
          <span>Alerts</span>
        </a>
      </nav>
    </MemoryRouter>,
  )

it('shows the count in the header and in the bottom bar', async () => {
  summary.mockResolvedValue(testSummary({ unread: 120 }))
  show()
  expect(await screen.findByRole('link', { name: 'Trade alerts, 120 unread' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Alerts 120 unread' }).textContent).toContain('99+')
})

it('shows no count when nothing is unread', async () => {
  summary.mockResolvedValue(testSummary({ unread: 0 }))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Newest alerts' }))
  await screen.findByRole('list', { name: 'Fired alerts' })
  expect(screen.getByRole('link', { name: 'Alerts' }).textContent).toBe('Alerts')
})

it('keeps the focus when the pressed button disappears, so that Escape still closes', async () => {
  summary.mockResolvedValue(testSummary({ unread: 1 }))
  vi.spyOn(alertCalls, 'read').mockResolvedValue(testSummary({ unread: 0 }))
  show()
  await screen.findByRole('link', { name: 'Alerts 1 unread' })
  fireEvent.click(screen.getByRole('button', { name: 'Newest alerts' }))
  const all = await screen.findByRole('button', { name: 'Mark all as read' })
  all.focus()
  fireEvent.click(all)
  await screen.findByRole('link', { name: 'Alerts' })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('closes on Escape when the focus was lost with a removed element', async () => {
  summary.mockResolvedValue(testSummary({ unread: 0 }))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Newest alerts' }))
  const panel = await screen.findByRole('dialog')
  // As when a small screen temporarily hides the bell.
  panel.blur()
  expect(document.activeElement).toBe(document.body)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows the count when the firings cannot be loaded', async () => {
  summary.mockResolvedValue(testSummary({ unread: 3 }))
  firings.mockRejectedValue(down())
  show()
  expect(await screen.findByRole('link', { name: 'Trade alerts, 3 unread' })).toBeTruthy()
})

it('shows that the count is unknown when it cannot be loaded, and never shows it as zero', async () => {
  summary.mockRejectedValue(down())
  firings.mockRejectedValue(down())
  show()
  const link = await screen.findByRole('link', { name: 'Trade alerts, unread count not known' })
  expect(link.textContent).toContain('–')
  expect(screen.getByRole('link', { name: 'Alerts unread count not known' }).textContent).toContain('–')
})

it.each([
  [4, 'Trade alerts, 4 unread when last known', '4'],
  [0, 'Trade alerts, unread count not known', '–'],
])('shows the last known count of %i as outdated until the next update', async (unread, name, badge) => {
  summary.mockResolvedValueOnce(testSummary({ unread }))
  show()
  await vi.waitFor(() => expect(useAlertNews.getState().unread).toBe(unread))
  summary.mockRejectedValue(down())
  emitNoticesResumed()
  expect((await screen.findByRole('link', { name })).textContent).toContain(badge)
  act(() => receiveNotice({ kind: 'alert', data: { event: 'changed', alert: null, unread: 5 } }))
  expect(screen.getByRole('link', { name: 'Trade alerts, 5 unread' })).toBeTruthy()
})

it('counts new logins, lists them in the panel with a link to the sessions, and removes those marked as seen', async () => {
  summary.mockResolvedValue(testSummary({ unread: 2 }))
  logins.mockResolvedValue([testLogin(1)])
  const read = vi.spyOn(newLoginCalls, 'read').mockResolvedValue({ seen: 1 })
  show()
  await screen.findByRole('link', { name: 'Trade alerts, 3 unread' })
  fireEvent.click(screen.getByRole('button', { name: 'Newest alerts' }))
  const section = screen.getByRole('list', { name: 'New logins' })
  expect(section.textContent).toContain('New login: Firefox on LinuxInternet, 203.0.113.*')
  expect(within(section).getByRole('link', { name: 'Show sessions' }).getAttribute('href')).toBe('/account/account')
  fireEvent.click(within(section).getByRole('button', { name: 'Mark as seen: new login with Firefox on Linux' }))
  expect(read).toHaveBeenCalledWith([testLogin(1).id])
  await screen.findByRole('link', { name: 'Trade alerts, 2 unread' })
  expect(screen.queryByRole('list', { name: 'New logins' })).toBeNull()
})

it('shows that the count may be outdated when logins cannot be loaded', async () => {
  summary.mockResolvedValue(testSummary({ unread: 2 }))
  logins.mockRejectedValue(down())
  show()
  expect(await screen.findByRole('link', { name: 'Trade alerts, 2 unread when last known' })).toBeTruthy()
})

it('counts idea news with the alerts, and lists them in its panel, each linked to its idea', async () => {
  const author = { id: '22222222-2222-4222-8222-222222222222', name: 'Ada', is_you: false }
  const idea = '11111111-1111-4111-8111-111111111111'
  const shared = { symbol: 'BTC', side: 'long', net_r: null, count: 1, at: '2026-01-15T12:00:00.000Z', is_read: false } as const
  const news: IdeaNews = { ...shared, seq: 7, event: 'posted', idea, author }
  ideas.mockResolvedValue({ data: [news], next: null, unread: 2 })
  const read = vi.spyOn(ideaNewsCalls, 'read').mockResolvedValue({ unread: 0 })
  summary.mockResolvedValue(testSummary({ unread: 1 }))
  show()
  await screen.findByRole('link', { name: 'Trade alerts, 3 unread' })
  fireEvent.click(screen.getByRole('button', { name: 'Newest alerts' }))
  const link = await screen.findByRole('link', { name: /Ada posted an idea: BTC Long/ })
  expect(link.getAttribute('href')).toBe(`/claw/social/${idea}`)
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read: updates on ideas' }))
  await screen.findByRole('link', { name: 'Trade alerts, 1 unread' })
  expect(read).toHaveBeenCalledWith({ up_to: 7 })
})

it('keeps the news that is known where it cannot be read again, marked as stale', async () => {
  summary.mockResolvedValue(testSummary({ unread: 0 }))
  const author = { id: '22222222-2222-4222-8222-222222222222', name: 'Ada', is_you: false }
  const told = { symbol: 'BTC', side: 'long', net_r: null, count: 1, at: '2026-01-15T12:00:00.000Z', is_read: true } as const
  ideas.mockResolvedValue({
    data: [{ ...told, seq: 8, event: 'posted', idea: '11111111-1111-4111-8111-111111111111', author }],
    next: null,
    unread: 0,
  })
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Newest alerts' }))
  await screen.findByRole('list', { name: 'Newest updates on ideas' })
  const refused = new ApiError({ code: 'forbidden', status: 403, detail: '' })
  firings.mockRejectedValueOnce(refused)
  ideas.mockRejectedValueOnce(refused)
  await act(() => Promise.all([readNews(), readIdeaNews()]))
  for (const [list, words] of [
    ['Fired alerts', 'The newest alerts could not be loaded.'],
    ['Newest updates on ideas', 'The updates could not be refreshed.'],
  ] as const) {
    expect(screen.getByRole('list', { name: list }).closest('[data-outdated]')).not.toBeNull()
    expect(screen.getByText(words, { exact: false }).closest('[role=status]')).not.toBeNull()
  }
  await act(() => Promise.all([readNews(), readIdeaNews()]))
  expect(screen.queryByText(/could not be (loaded|updated)/)).toBeNull()
})

it('keeps a liquidation with its word, a link to the trip and one to the lesson, and offers no order on it', async () => {
  const trip = '00000000-0000-4000-8000-000000000009'
  const terms: AlertFiring['terms'] = { symbol: 'BTC', kind: 'liquidated', trip, repeat: 'every', channels: ['app'] }
  summary.mockResolvedValue(testSummary({ unread: 1 }))
  firings.mockResolvedValue({ data: [testFiring(1, { terms, text: 'BTC position liquidated: sold 0.5 at 60,000.00.' })], next: null })
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Newest alerts' }))
  const entry = within(await screen.findByRole('list', { name: 'Fired alerts' }))
  expect(entry.getByText('BTC position liquidated: sold 0.5 at 60,000.00.')).toBeTruthy()
  expect(entry.getByRole('link', { name: 'What happened' }).getAttribute('href')).toBe(`/claw/posttrade?trip=${trip}`)
  expect(entry.getByRole('link', { name: 'Learn: Leverage and liquidation' }).getAttribute('href')).toBe('/claw/learn?lesson=leverage')
  expect(entry.queryByRole('button', { name: /^Trade BTC/ })).toBeNull()
})

it.each([
  ['unprotected', 'Re-arm on Trade', '/claw/trade'],
  ['stop_hit', 'What happened', '/claw/posttrade'],
  ['copy_paused', 'Show copies', '/claw/copy'],
  ['session_ended', 'Show sessions', '/account/account'],
] as const)('leads from an entry of the kind %s to %s', async (kind, name, href) => {
  summary.mockResolvedValue(testSummary({ unread: 1 }))
  firings.mockResolvedValue({ data: [testFiring(1, { terms: { kind, repeat: 'every', channels: ['app'] } })], next: null })
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Newest alerts' }))
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href)
})
