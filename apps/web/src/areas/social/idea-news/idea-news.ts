import { SECOND_MS } from '@aerie/core/time'
import { backoff } from '@aerie/runtime/backoff'
import { newest } from '@aerie/runtime/newest'
import { timer } from '@aerie/runtime/ticker'
import { whileHeld } from '@aerie/runtime/while-held'
import { type IdeaNews, type IdeaNewsRead, ideaNotice, listIdeaNews, readIdeaNews as sendRead } from '@aerie/wire/idea-news'
import type { Notice } from '@aerie/wire/notices'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { api } from '../../../platform/api/api.ts'
import { ApiError } from '../../../platform/api/api-error.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { mayHelp } from '../../../platform/api/query-client.ts'
import { isServerReady, onServerChange } from '../../../platform/api/server-state.ts'
import { openMessages } from '../../../platform/live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../../../platform/live/notices.ts'
import { goTo } from '../../../platform/navigation/navigation.ts'
import { useSession } from '../../../platform/session/session.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { newsText } from './idea-news-text.ts'

export const NEWS_KEPT = 20

export const ideaNewsCalls = {
  page: () => api(listIdeaNews, { query: { limit: String(NEWS_KEPT) }, fresh: true }),
  read: (what: IdeaNewsRead) => api(sendRead, { body: what }),
}

type News = {
  readonly unread: number | null
  readonly list: readonly IdeaNews[] | null
  /** Why the last read failed; null while the server is unreachable, which the shell reports. */
  readonly error: Error | null
}
const NOTHING: News = { unread: null, list: null, error: null }

export const useIdeaNews = create<News>(() => NOTHING)

/** Called by each read and each notice: responses to older reads are ignored. */
const beginTurn = newest()

const wait = backoff({ baseMs: 1_000, capMs: 30_000 })
const retry = timer()

export async function readIdeaNews(): Promise<void> {
  retry.stop()
  const isNewest = beginTurn()
  try {
    const { data, unread } = await ideaNewsCalls.page()
    if (!isNewest()) return
    wait.reset()
    useIdeaNews.setState({ list: data, unread, error: null })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isNewest()) return
    if (mayHelp(error)) {
      const waitMs = Math.max(wait.nextMs(), (error.retryAfterSeconds ?? 0) * SECOND_MS)
      error.retryAt = performance.now() + waitMs
      retry.start(waitMs, () => void readIdeaNews())
    }
    useIdeaNews.setState({ error: isServerReady() ? error : null })
  }
}

export function handleIdeaNotice(notice: Notice): void {
  if (notice.kind !== 'idea') return
  const parsed = z.safeParse(ideaNotice, notice.data)
  if (!parsed.success) return void readIdeaNews()
  const { unread, news } = parsed.data
  useIdeaNews.setState({ unread })
  if (news !== null) showToast(news)
  // Notices do not name items read elsewhere, and before the first read there is no list to add to.
  if (news === null || useIdeaNews.getState().list === null) return void readIdeaNews()
  beginTurn()
  const isOther = ({ idea, event }: IdeaNews): boolean => idea !== news.idea || event !== news.event
  useIdeaNews.setState(({ list }) => ({ list: [news, ...(list ?? []).filter(isOther)].slice(0, NEWS_KEPT) }))
}

const shown = new Set<number>()
const MOST_SHOWN = 100

/** Shows one toast per item. None in hidden windows, and none for the idea that is open. */
function showToast(news: IdeaNews): void {
  const page = `/claw/social/${news.idea}`
  if (shown.has(news.seq) || document.visibilityState !== 'visible' || location.pathname === page) return
  shown.add(news.seq)
  const [oldest] = shown
  if (shown.size > MOST_SHOWN && oldest !== undefined) shown.delete(oldest)
  if (news.event === 'commented' && news.count > 1) return
  notify('info', newsText(news), {
    multiple: true,
    theme: 'auto',
    action: { label: 'Show', run: () => goTo(page) },
    pauseOnFocusLoss: false,
  })
}

const userNow = () => useSession.getState().user?.user_id

function showRead(is_read: boolean, seqs: ReadonlySet<number>): void {
  useIdeaNews.setState(({ list }) => ({ list: list?.map((news) => (seqs.has(news.seq) ? { ...news, is_read } : news)) ?? null }))
}

export async function markIdeaNewsRead(what: IdeaNewsRead): Promise<void> {
  const user = userNow()
  const isNamed = ({ idea, seq }: IdeaNews): boolean => ('idea' in what ? idea === what.idea : seq <= what.up_to)
  const marked = new Set(
    useIdeaNews
      .getState()
      .list?.filter((news) => !news.is_read && isNamed(news))
      .map(({ seq }) => seq),
  )
  showRead(true, marked)
  try {
    const left = await ideaNewsCalls.read(what)
    if (userNow() === user) useIdeaNews.setState(left)
  } catch (error) {
    if (userNow() !== user) return
    showRead(false, marked)
    void readIdeaNews()
    notify('error', `Not marked as read: ${errorText(error)}`, { multiple: true })
  }
}

function forget(): void {
  retry.stop()
  wait.reset()
  beginTurn()
  useIdeaNews.setState(NOTHING)
}

export const followIdeaNews = whileHeld(() => {
  openMessages()
  const stops = [
    onNotice(handleIdeaNotice),
    // Notices missed while disconnected are not replayed, so everything is read again.
    onNoticesResumed(() => void readIdeaNews()),
    onServerChange((isReady) => (isReady ? void readIdeaNews() : useIdeaNews.setState({ error: null }))),
    useSession.subscribe((now, before) => {
      if (now.user?.user_id === before.user?.user_id) return
      forget()
      if (now.token !== null) void readIdeaNews()
    }),
  ]
  void readIdeaNews()
  return () => {
    for (const each of stops) each()
    forget()
  }
})
