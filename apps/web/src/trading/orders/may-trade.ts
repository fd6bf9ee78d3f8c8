import { ApiError } from '../../lib/http/api-error.ts'
import { useMarketState } from '../../live/market/market-status.ts'
import { useMirror } from '../../mirror/mirror-store.ts'
import { useTradingState } from '../account/trading-store.ts'
import * as WORDS from '../trading-words.ts'

/** Why this window sends no order now; null where it does. The server judges all the same: this only says it before. */
export type NoTrading = 'follows' | 'offline' | 'not-read' | 'closed' | 'source-changed' | 'forbidden'

/** What each means to the user. */
export const NO_TRADING_TEXT: Readonly<Record<NoTrading, string>> = {
  follows: WORDS.windowFollows,
  offline: WORDS.serverUnreachable,
  'not-read': WORDS.accountStillLoading,
  closed: WORDS.accountClosed,
  'source-changed': WORDS.sourceChanged,
  forbidden: WORDS.notInSubscription,
}

/** Whether an error is the server's word that the account belongs to another market source. */
export const isSourceChanged = (error: unknown): boolean => error instanceof ApiError && error.word === 'source_changed'

/** Why this window sends no order now, read at once. */
export function noTrading(): NoTrading | null {
  const { view, error } = useTradingState.getState()
  return judge({
    role: useMirror.getState().state?.role ?? null,
    link: useMarketState.getState().link,
    closedAt: view?.account.closed_at,
    error,
  })
}

type Facts = {
  readonly role: string | null
  readonly link: string
  /** Undefined while no account is read. */
  readonly closedAt: string | null | undefined
  readonly error: unknown
}

function judge({ role, link, closedAt, error }: Facts): NoTrading | null {
  if (role === 'follower') return 'follows'
  if (isSourceChanged(error)) return 'source-changed'
  if (error instanceof ApiError && error.code === 'forbidden') return 'forbidden'
  if (link === 'offline') return 'offline'
  if (closedAt === undefined) return 'not-read'
  return closedAt === null ? null : 'closed'
}

/** Why this window sends no order now. */
export function useNoTrading(): NoTrading | null {
  const role = useMirror(({ state }) => state?.role ?? null)
  const link = useMarketState((state) => state.link)
  const closedAt = useTradingState(({ view }) => view?.account.closed_at)
  const error = useTradingState((state) => state.error)
  return judge({ role, link, closedAt, error })
}
