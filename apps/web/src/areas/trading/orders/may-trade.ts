import { ApiError } from '../../../platform/api/api-error.ts'
import { useServerState } from '../../../platform/api/server-state.ts'
import { useMarketState } from '../../../platform/live/market/market-status.ts'
import { useMirror } from '../../../platform/mirror/mirror-store.ts'
import { type TradingState, useTradingState } from '../account/trading-state.ts'

/** Why this window cannot send orders now; null if it can. Only advance notice: the server decides. */
export type NoTrading = 'follows' | 'offline' | 'not-read' | 'closed' | 'source-changed' | 'forbidden'

export const NO_TRADING_TEXT: Readonly<Record<NoTrading, string>> = {
  follows: 'This window follows another. Orders are sent from the leading window.',
  offline: 'Nothing can be sent until the server answers again.',
  'not-read': 'Your account is still loading.',
  closed: 'This account is closed.',
  'source-changed': 'The market source has changed. This account is read-only.',
  forbidden: 'Your subscription does not include trading.',
}

/** Whether the server reports that the account belongs to another market source. */
export const isSourceChanged = (error: unknown): boolean => error instanceof ApiError && error.reason === 'source_changed'

export function noTrading(): NoTrading | null {
  const { error } = useTradingState.getState()
  return judge({
    role: useMirror.getState().state?.role ?? null,
    isAway: useServerState.getState().kind === 'away' || useMarketState.getState().link === 'offline',
    closedAt: closedAtOf(useTradingState.getState()),
    error,
  })
}

type Facts = {
  readonly role: string | null
  readonly isAway: boolean
  /** Undefined until the account is read. */
  readonly closedAt: string | null | undefined
  readonly error: unknown
}

const closedAtOf = ({ view, isOld }: TradingState): string | null | undefined => (isOld ? undefined : view?.account.closed_at)

function judge({ role, isAway, closedAt, error }: Facts): NoTrading | null {
  if (role === 'follower') return 'follows'
  if (isSourceChanged(error)) return 'source-changed'
  if (error instanceof ApiError && error.code === 'forbidden') return 'forbidden'
  if (isAway) return 'offline'
  if (closedAt === undefined) return 'not-read'
  return closedAt === null ? null : 'closed'
}

export function useNoTrading(): NoTrading | null {
  const role = useMirror(({ state }) => state?.role ?? null)
  const isOffline = useMarketState(({ link }) => link === 'offline')
  const isAway = useServerState(({ kind }) => kind === 'away') || isOffline
  const closedAt = useTradingState(closedAtOf)
  const error = useTradingState((state) => state.error)
  return judge({ role, isAway, closedAt, error })
}
