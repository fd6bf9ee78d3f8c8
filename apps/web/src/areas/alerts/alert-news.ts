import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoff } from '@aerie/runtime/backoff'
import { newest } from '@aerie/runtime/newest'
import { timer } from '@aerie/runtime/ticker'
import { whileHeld } from '@aerie/runtime/while-held'
import { type AlertNotice, alertNotice } from '@aerie/wire/alerts/alert-notices'
import { type AlertFiring, type AlertSummary, isAccountEvent } from '@aerie/wire/alerts/alert-rows'
import { fieldErrors } from '@aerie/wire/event-subscriber'
import type { Notice } from '@aerie/wire/notices'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { ApiError } from '../../platform/api/api-error.ts'
import { errorText } from '../../platform/api/error-text.ts'
import { mayHelp, queryClient } from '../../platform/api/query-client.ts'
import { isServerReady, onServerChange } from '../../platform/api/server-state.ts'
import { openMessages } from '../../platform/live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../../platform/live/notices.ts'
import { reportFault } from '../../platform/live/socket/live-transport.ts'
import { goTo } from '../../platform/navigation/navigation.ts'
import { deviceText, locationText, type NewLogin, newLoginCalls } from '../../platform/session/new-logins.ts'
import { useSession } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { alertCalls, newestFirst } from './alert-calls.ts'
import { alertSummaryQuery, refetch } from './alert-queries.ts'

export const NEWS_KEPT = 20

export type AlertNews = {
  readonly unread: number | null
  readonly isCountOld: boolean
  /** Newest first; null until loaded. */
  readonly firings: readonly AlertFiring[] | null
  /** Logins from a new device or network that no session has marked as seen, newest first. Excludes this session's own. */
  readonly logins: readonly NewLogin[]
  /** Why the last read failed; null while the server is unreachable, which the shell reports. */
  readonly error: Error | null
}

const NOTHING: AlertNews = { unread: null, isCountOld: false, firings: null, logins: [], error: null }

export const useAlertNews = create<AlertNews>(() => NOTHING)

function takeSummary(summary: AlertSummary): void {
  useAlertNews.setState({ unread: summary.unread })
  queryClient.setQueryData(alertSummaryQuery.queryKey, summary)
}

/** Applies the response to this window's own change. Responses to earlier requests are stale, whenever they arrive. */
export async function takeAnswer(summary: AlertSummary): Promise<void> {
  noteNotice()
  await queryClient.cancelQueries({ queryKey: alertSummaryQuery.queryKey })
  takeSummary(summary)
}

function takeUnread(unread: number): void {
  useAlertNews.setState({ unread, isCountOld: false })
  queryClient.setQueryData(alertSummaryQuery.queryKey, (known) => (known === undefined ? known : { ...known, unread }))
}

/** Responses to a previous user's requests are ignored. */
const userNow = () => useSession.getState().user?.user_id

/** Called by each read and on unsubscribe: responses to older reads are ignored. */
const beginReading = newest()
/** Called by each notice: a read requested before it may lack its content. */
const noteNotice = newest()

const wait = backoff({ baseMs: 1_000, capMs: 30_000 })
const LONGEST_WAIT_MS = 5 * MINUTE_MS
const retry = timer()

/** Reads the newest firings and the counts. Reads again if a notice arrived meanwhile, and retries until it succeeds. */
export function readNews(): Promise<void> {
  wait.reset()
  return read()
}

async function read(): Promise<void> {
  retry.stop()
  const isNewest = beginReading()
  const isComplete = noteNotice()
  const [summary, page, logins] = await Promise.allSettled([
    alertCalls.summary(),
    alertCalls.firings({ limit: NEWS_KEPT }),
    newLoginCalls.list(),
  ])
  if (!isNewest()) return
  if (!isComplete()) return read()
  if (summary.status === 'fulfilled') takeSummary(summary.value)
  if (logins.status === 'fulfilled') takeLogins(logins.value)
  useAlertNews.setState({ isCountOld: summary.status === 'rejected' || logins.status === 'rejected' })
  const waitMs = retryAfter([summary, page, logins].flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])))
  if (page.status === 'fulfilled') useAlertNews.setState({ firings: page.value.data, error: null })
  else if (!(page.reason instanceof ApiError)) throw page.reason
  else {
    page.reason.retryAt = waitMs === undefined ? undefined : performance.now() + waitMs
    useAlertNews.setState({ error: isServerReady() ? page.reason : null })
  }
}

const notifiedLogins = new Set<string>()
const MOST_NOTIFIED_LOGINS = 100

function takeLogins(logins: readonly NewLogin[]): void {
  useAlertNews.setState({ logins })
  for (const login of logins) if (notifiedLogins.has(login.id)) showLogin(login)
  notifiedLogins.clear()
}

function showLogin(login: NewLogin): void {
  const action = { label: 'Show sessions', run: () => goTo('/account/account') }
  showToast(login.id, newLogin(deviceText(login), locationText(login)), { type: 'warning', action })
}

/** The server decides who should see it and whether it is still relevant. */
function handleLogin(session: string): void {
  if (notifiedLogins.size < MOST_NOTIFIED_LOGINS) notifiedLogins.add(session)
  noteNotice()
  void readNews()
}

export async function markLoginsSeen(ids: readonly string[]): Promise<void> {
  const user = userNow()
  const { logins } = useAlertNews.getState()
  const taken = logins.filter(({ id }) => ids.includes(id))
  useAlertNews.setState({ logins: logins.filter((login) => !taken.includes(login)) })
  try {
    await newLoginCalls.read(ids)
  } catch (error) {
    if (userNow() !== user) return
    restoreLogins(taken)
    void readNews()
    notify('error', `The login is not marked as seen. ${errorText(error)}`, { multiple: true })
  }
}

function restoreLogins(logins: readonly NewLogin[]): void {
  const known = useAlertNews.getState().logins
  const missing = logins.filter(({ id }) => known.every((login) => login.id !== id))
  useAlertNews.setState({ logins: [...known, ...missing] })
}

/** @returns delay before the next read; undefined if there is none */
function retryAfter(faults: readonly unknown[]): number | undefined {
  if (faults.length === 0) wait.reset()
  if (faults.length === 0 || !faults.every(mayHelp)) return undefined
  const asked = faults.map((fault) => (fault instanceof ApiError ? (fault.retryAfterSeconds ?? 0) : 0) * SECOND_MS)
  const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(wait.nextMs(), ...asked))
  retry.start(waitMs, () => void read())
  return waitMs
}

function forgetNews(): void {
  retry.stop()
  beginReading()
  useAlertNews.setState(NOTHING)
}

function addFiring(firing: AlertFiring): void {
  const known = useAlertNews.getState().firings
  if (known === null) return
  useAlertNews.setState({ firings: newestFirst([firing, ...known.filter(({ id }) => id !== firing.id)]).slice(0, NEWS_KEPT) })
}

type ReadNotice = Extract<AlertNotice, { event: 'read' }>

const isNamed = (firing: AlertFiring, { ids, up_to }: ReadNotice): boolean =>
  ids?.includes(firing.id) === true || (up_to !== null && firing.seq <= up_to)

export function handleAlertNotice(notice: AlertNotice): void {
  noteNotice()
  takeUnread(notice.unread)
  switch (notice.event) {
    case 'fired':
      takeFired(notice.firing, notice.firing.text)
      break
    case 'storm':
      takeFired(notice.newest, notice.count === 1 ? notice.newest.text : `${notice.count} alerts fired. Latest: ${notice.newest.text}`)
      void readNews()
      break
    case 'read':
      takeRead(notice)
      break
    case 'changed':
      refetch(['alerts', 'list'], ['alerts', 'summary'])
  }
}

function takeFired(firing: AlertFiring, text: string): void {
  addFiring(firing)
  refetch(['alerts', 'firings'], ['alerts', 'list'])
  showToast(firing.id, text, {
    type: isAccountEvent(firing.terms.kind) ? 'warning' : 'info',
    action: { label: 'Show', run: () => goTo('/tradealerts?tab=history') },
  })
}

function takeRead(notice: ReadNotice): void {
  showRead(true, (firing) => isNamed(firing, notice))
  refetch(['alerts', 'firings'])
}

function showRead(is_read: boolean, isMeant: (firing: AlertFiring) => boolean): void {
  useAlertNews.setState(({ firings }) => ({
    firings: firings?.map((firing) => (isMeant(firing) ? { ...firing, is_read } : firing)) ?? null,
  }))
}

const shown = new Set<string>()
const MOST_SHOWN = 100

type Shown = { readonly type: 'info' | 'warning'; readonly action: { readonly label: string; readonly run: () => void } }

/** Shows one toast per firing and window. Hidden windows show none; the count is there when they become visible. */
function showToast(id: string, text: string, { type, action }: Shown): void {
  if (shown.has(id) || document.visibilityState !== 'visible') return
  shown.add(id)
  const [oldest] = shown
  if (shown.size > MOST_SHOWN && oldest !== undefined) shown.delete(oldest)
  notify(type, text, { multiple: true, theme: 'auto', action, pauseOnFocusLoss: false })
}

function handleNotice(notice: Notice): void {
  if (notice.kind === 'delivery') refetch(['deliveries'])
  if (notice.kind === 'login') handleLogin(notice.session)
  if (notice.kind !== 'alert') return
  const parsed = z.safeParse(alertNotice, notice.data)
  if (parsed.success) handleAlertNotice(parsed.data)
  else {
    reportFault({ event: 'notify', errors: fieldErrors(parsed.error) })
    void readNews()
  }
}

export async function markRead(what: Parameters<typeof alertCalls.read>[0]): Promise<void> {
  const user = userNow()
  const isMeant = (firing: AlertFiring): boolean => ('ids' in what ? what.ids.includes(firing.id) : firing.seq <= what.up_to)
  const marked = new Set(
    useAlertNews
      .getState()
      .firings?.filter((firing) => !firing.is_read && isMeant(firing))
      .map(({ id }) => id),
  )
  const showMarked = (is_read: boolean) => showRead(is_read, ({ id }) => marked.has(id))
  showMarked(true)
  try {
    const summary = await alertCalls.read(what)
    if (userNow() !== user) return
    await takeAnswer(summary)
    refetch(['alerts', 'firings'])
  } catch (error) {
    if (userNow() !== user) return
    showMarked(false)
    // Other changes may have happened meanwhile.
    void readNews()
    notify('error', `Not marked as read: ${errorText(error)}`, { multiple: true })
  }
}

/** @returns unsubscribe function */
export const followAlertNews = whileHeld(() => {
  openMessages()
  const stops = [
    onNotice(handleNotice),
    // Notices missed while disconnected are not replayed, so everything is read again.
    onNoticesResumed(() => void readNews()),
    onServerChange((isReady) => (isReady ? void readNews() : useAlertNews.setState({ error: null }))),
    useSession.subscribe((now, before) => {
      if (now.user?.user_id === before.user?.user_id) return
      forgetNews()
      if (now.token !== null) void readNews()
    }),
  ]
  void readNews()
  return () => {
    for (const each of stops) each()
    forgetNews()
  }
})

const newLogin = (device: string, place: string) => `New login: ${device} (${place}).`
