import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoff } from '@aerie/runtime/backoff'
import { type AlertNotice, alertNotice } from '@aerie/wire/alerts/alert-notices'
import type { AlertFiring, AlertSummary } from '@aerie/wire/alerts/alert-rows'
import { fieldErrors } from '@aerie/wire/hear'
import type { Notice } from '@aerie/wire/notices'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { ApiError } from '../lib/http/api-error.ts'
import { errorText } from '../lib/http/error-text.ts'
import { mayHelp, queryClient } from '../lib/http/query-client.ts'
import { isServerReady, onServerChange } from '../lib/http/server-state.ts'
import { openMessages } from '../live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../live/notices.ts'
import { reportFault } from '../live/socket/report-fault.ts'
import { goTo } from '../navigation/navigation.ts'
import { type NewLogin, newLoginCalls } from '../session/new-login-calls.ts'
import { useSession } from '../session/session.ts'
import { deviceText, placeText } from '../session/session-entry-words.ts'
import { notify } from '../ui/states/toast.ts'
import { alertCalls, newestFirst } from './alert-calls.ts'
import { alertSummaryQuery, refetch } from './alert-queries.ts'

/** Firings that the bell keeps; older ones are on the page. */
export const NEWS_KEPT = 20

/** What the bell shows: the same in every window and session. */
export type AlertNews = {
  /** Not read yet; null before the server has said. */
  readonly unread: number | null
  /** Whether the last reading of the count failed: there may be more by now. */
  readonly isCountOld: boolean
  /** Newest first; null before the first reading. */
  readonly firings: readonly AlertFiring[] | null
  /** Logins from a new device or network that no session has marked as seen, newest first; this session's own is not among them. */
  readonly logins: readonly NewLogin[]
  /** Why the last reading of them failed; null while the server is away, of which the shell tells. */
  readonly error: Error | null
}

const NOTHING: AlertNews = { unread: null, isCountOld: false, firings: null, logins: [], error: null }

/** The newest firings and how many are unread. State only; the functions below change it. */
export const useAlertNews = create<AlertNews>(() => NOTHING)

/** Takes what the server says of counts and limits. */
function takeSummary(summary: AlertSummary): void {
  useAlertNews.setState({ unread: summary.unread })
  queryClient.setQueryData(alertSummaryQuery.queryKey, summary)
}

/** Takes the answer to a change of one's own: what was asked for before it is older, whenever it comes. */
export async function takeAnswer(summary: AlertSummary): Promise<void> {
  notices += 1
  await queryClient.cancelQueries({ queryKey: alertSummaryQuery.queryKey })
  takeSummary(summary)
}

function takeUnread(unread: number): void {
  useAlertNews.setState({ unread, isCountOld: false })
  queryClient.setQueryData(alertSummaryQuery.queryKey, (known) => (known === undefined ? known : { ...known, unread }))
}

/** Whose news they are: an answer to a former user's question is not taken. */
const userNow = () => useSession.getState().user?.user_id

/** Raised by each reading, and when nothing is wanted any longer: the answer to an older one is not taken. */
let readings = 0
/** Raised by each notice: a reading that was asked for before it may lack what it told. */
let notices = 0

const wait = backoff({ baseMs: 1_000, capMs: 30_000 })
const LONGEST_WAIT_MS = 5 * MINUTE_MS
let retry: ReturnType<typeof setTimeout> | undefined

/** Reads the newest firings and the counts; again where something was told meanwhile, and until it succeeds. */
export function readNews(): Promise<void> {
  wait.reset()
  return read()
}

async function read(): Promise<void> {
  clearTimeout(retry)
  readings += 1
  const [mine, told] = [readings, notices]
  const [summary, page, logins] = await Promise.allSettled([
    alertCalls.summary(),
    alertCalls.firings({ limit: NEWS_KEPT }),
    newLoginCalls.list(),
  ])
  if (mine !== readings) return
  if (told !== notices) return read()
  // Each for itself: what one of them says is true without the other.
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

/** Logins that this connection was told of, and no reading has shown yet. */
const toldLogins = new Set<string>()
const MOST_TOLD_LOGINS = 100

/** Takes the new logins; a message for each that was just told. */
function takeLogins(logins: readonly NewLogin[]): void {
  useAlertNews.setState({ logins })
  for (const login of logins) if (toldLogins.has(login.id)) showLogin(login)
  toldLogins.clear()
}

function showLogin(login: NewLogin): void {
  const action = { label: 'Show sessions', run: () => goTo('/account/account') }
  showToast(login.id, newLogin(deviceText(login), placeText(login)), { type: 'warning', action })
}

/** Who it is news for, and whether it is still, the server says. */
function hearLogin(session: string): void {
  if (toldLogins.size < MOST_TOLD_LOGINS) toldLogins.add(session)
  notices += 1
  void readNews()
}

/** Marks new logins as seen, here and in all other windows and sessions. */
export async function markLoginsSeen(ids: readonly string[]): Promise<void> {
  const user = userNow()
  const { logins } = useAlertNews.getState()
  const taken = logins.filter(({ id }) => ids.includes(id))
  useAlertNews.setState({ logins: logins.filter((login) => !taken.includes(login)) })
  try {
    await newLoginCalls.read(ids)
  } catch (error) {
    if (userNow() !== user) return
    putBack(taken)
    void readNews()
    notify('error', `The login is not marked as seen. ${errorText(error)}`, { multiple: true })
  }
}

/** Beside those that came meanwhile. */
function putBack(logins: readonly NewLogin[]): void {
  const known = useAlertNews.getState().logins
  const missing = logins.filter(({ id }) => known.every((login) => login.id !== id))
  useAlertNews.setState({ logins: [...known, ...missing] })
}

/** @returns the wait until it is read again; undefined where it is not */
function retryAfter(faults: readonly unknown[]): number | undefined {
  if (faults.length === 0) wait.reset()
  if (faults.length === 0 || !faults.every(mayHelp)) return undefined
  const asked = faults.map((fault) => (fault instanceof ApiError ? (fault.retryAfterSeconds ?? 0) : 0) * SECOND_MS)
  const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(wait.nextMs(), ...asked))
  retry = setTimeout(() => void read(), waitMs)
  return waitMs
}

/** Nothing is known, and no answer that is still on its way is wanted. */
function forgetNews(): void {
  clearTimeout(retry)
  readings += 1
  useAlertNews.setState(NOTHING)
}

/** Puts firings among those known; one that is known already is replaced. */
function addFiring(firing: AlertFiring): void {
  const known = useAlertNews.getState().firings
  if (known === null) return
  useAlertNews.setState({ firings: newestFirst([firing, ...known.filter(({ id }) => id !== firing.id)]).slice(0, NEWS_KEPT) })
}

type ReadNotice = Extract<AlertNotice, { event: 'read' }>

const isNamed = (firing: AlertFiring, { ids, up_to }: ReadNotice): boolean =>
  ids?.includes(firing.id) === true || (up_to !== null && firing.seq <= up_to)

/** Takes a notice of `/messages` about alerts. */
export function handleAlertNotice(notice: AlertNotice): void {
  notices += 1
  takeUnread(notice.unread)
  switch (notice.event) {
    case 'fired':
      takeFired(notice.firing, notice.firing.text)
      break
    case 'storm':
      takeFired(notice.newest, notice.count === 1 ? notice.newest.text : `${notice.count} alerts fired. Latest: ${notice.newest.text}`)
      // The others of the storm.
      void readNews()
      break
    case 'read':
      takeRead(notice)
      break
    case 'changed':
      refetch(['alerts', 'list'], ['alerts', 'summary'])
  }
}

function takeFired(firing: AlertFiring, words: string): void {
  addFiring(firing)
  refetch(['alerts', 'firings'], ['alerts', 'list'])
  showToast(firing.id, words, { type: 'info', action: { label: 'Show', run: () => goTo('/tradealerts?tab=history') } })
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

/** Firings and logins of which this window has shown a toast: the newest of them. */
const shown = new Set<string>()
const MOST_SHOWN = 100

type Shown = { readonly type: 'info' | 'warning'; readonly action: { readonly label: string; readonly run: () => void } }

/** A toast in this window, once for each firing; the others show their own. A hidden one shows none: the count is there when it comes back. */
function showToast(id: string, text: string, { type, action }: Shown): void {
  if (shown.has(id) || document.visibilityState !== 'visible') return
  shown.add(id)
  const [oldest] = shown
  if (shown.size > MOST_SHOWN && oldest !== undefined) shown.delete(oldest)
  notify(type, text, { multiple: true, theme: 'auto', action, pauseOnFocusLoss: false })
}

function hear(notice: Notice): void {
  if (notice.kind === 'delivery') refetch(['deliveries'])
  if (notice.kind === 'login') hearLogin(notice.session)
  if (notice.kind !== 'alert') return
  const parsed = z.safeParse(alertNotice, notice.data)
  if (parsed.success) handleAlertNotice(parsed.data)
  else {
    reportFault({ event: 'notify', errors: fieldErrors(parsed.error) })
    // What was told is not known: it is read instead.
    void readNews()
  }
}

/** Marks firings as read, here and in all other windows and sessions. */
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
    // What else was told or read meanwhile, the server says.
    void readNews()
    notify('error', `Not marked as read: ${errorText(error)}`, { multiple: true })
  }
}

let holders = 0
let stop: (() => void) | null = null

/** Hears of alerts until it is let go; the bell and the page hold it. @returns how to let go */
export function followAlertNews(): () => void {
  holders += 1
  stop ??= begin()
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    holders -= 1
    if (holders > 0) return
    stop?.()
    stop = null
  }
}

function begin(): () => void {
  openMessages()
  const stops = [
    onNotice(hear),
    // Nothing is kept for a connection that was away: what it has missed is read.
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
}

const newLogin = (device: string, place: string) => `New login: ${device} (${place}).`
