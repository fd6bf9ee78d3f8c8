import { singleFlight } from '@aerie/runtime/coalesce'
import { timer } from '@aerie/runtime/ticker'
import {
  type AccessClaims,
  accessClaims,
  endCurrentSession,
  refreshSession,
  type Session,
  type User,
  user as userSchema,
} from '@aerie/wire/account/accounts'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { type ApiInput, api, bindCredentials } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { userLeft } from '../api/query-client-users.ts'
import { webLocks } from '../browser/web-locks.ts'
import { closeLayer } from '../navigation/layers.ts'
import { goTo, openUrl } from '../navigation/navigation.ts'
import { clearStorage, readStored, removeStored, writeStored } from '../storage/storage.ts'
import { notify } from '../toasts/toast.ts'

const TOKEN_KEY = 'token'
const USER_KEY = 'user'
/** `<iat> <end>`: local expiry of the stored token with that `iat`; all windows share this machine's clock. */
const ENDS_KEY = 'aerie.token-ends'
const PENDING_LOGOUT_KEY = 'aerie.untold-logout'
export const EXPIRY_REDIRECT_MS = 2500
export const LOGOUT_REDIRECT_MS = 1000
const RENEW_AHEAD_MS = 60_000
const RETRY_MS = 15_000

/**
 * stored: expired, but the cookie may still renew it. active: valid as far as this window knows. leaving: logged out (no token) or expired
 * (the token is no longer exposed), navigating away.
 */
type Phase = 'guest' | 'stored' | 'active' | 'leaving'
type SessionState = {
  readonly phase: Phase
  readonly token: string | null
  readonly user: User | null
  /** Local clock, epoch ms; null for a guest. */
  readonly endsAt: number | null
}

const GUEST: SessionState = { phase: 'guest', token: null, user: null, endsAt: null }

export const useSession = create<SessionState>(() => GUEST)

/** Why the server ended this window's last session, in its words, until the next login; null: none ended, or only by its age. */
export const useEndReason = create<{ readonly text: string | null }>(() => ({ text: null }))

export const useIsLoggedIn = (): boolean => useSession((state) => state.token !== null)

type RenewOutcome = 'renewed' | 'refused' | 'unreachable'
const renewTimer = timer()

/** Restores the stored session and watches other windows. Call once, before the first render. */
export function openSession(): void {
  bindCredentials({
    token: () => useSession.getState().token,
    // Never retry one user's request as another user.
    renew: async (refused) => (await recoverSession(refused)) === 'renewed' && readClaims(refused)?.user_id === userId(),
  })
  adoptStored()
  void repeatLogout()
  addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', renewIfDue)
  addEventListener('online', renewIfDue)
}

export function startSession(session: Session): void {
  const claims = readClaims(session.token)
  // The server sets the lifetime, the local clock counts it down: a wrong local clock does no harm.
  const endsAt = Date.now() + (claims ? (claims.exp - claims.iat) * 1000 : RENEW_AHEAD_MS)
  removeStored(PENDING_LOGOUT_KEY)
  useEndReason.setState({ text: null })
  // Write the token last: its storage event makes other windows read all keys.
  writeStored(USER_KEY, JSON.stringify(session.user))
  if (claims) writeStored(ENDS_KEY, `${claims.iat} ${endsAt}`)
  writeStored(TOKEN_KEY, session.token)
  become({ phase: 'active', ...session, endsAt })
}

/** Logs out: notifies the server, clears all storage, and loads `/` a second later to clear memory. */
export function endSession(): void {
  const { token } = useSession.getState()
  let isReported = token === null
  const note = () => isReported || writeStored(PENDING_LOGOUT_KEY, 'yes')
  if (token !== null)
    void reportLogout({ token, keepalive: true }).then((hasSucceeded) => {
      isReported = hasSucceeded
      note()
    })
  // Also recorded on unload: a request without a response by then may never get one.
  leave(note)
}

export function followLogout(): void {
  if (useSession.getState().phase !== 'leaving') leave()
}

function leave(before?: () => void): void {
  become({ ...GUEST, phase: 'leaving' })
  clearStorage()
  setTimeout(() => {
    before?.()
    openUrl('/')
  }, LOGOUT_REDIRECT_MS)
}

const reportLogout = (input: ApiInput<typeof endCurrentSession>): Promise<boolean> =>
  api(endCurrentSession, input).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return true
      console.warn('The server did not receive the logout.', error)
      return false
    },
  )

/**
 * Retries a pending logout until confirmed. Logout and login both use the cookie, so nothing is sent from pages where a login may be in
 * progress, and a login aborts the request.
 */
async function repeatLogout(): Promise<void> {
  if (useSession.getState().phase !== 'guest' || readStored(PENDING_LOGOUT_KEY) === null) return
  if (!location.pathname.startsWith('/auth/')) {
    const repeated = new AbortController()
    const stop = useSession.subscribe(({ token }) => token !== null && repeated.abort())
    const isConfirmed = await reportLogout({ query: { repeat: 'true' }, anonymous: true, signal: repeated.signal }).finally(stop)
    if (isConfirmed) return removeStored(PENDING_LOGOUT_KEY)
  }
  setTimeout(() => void repeatLogout(), RETRY_MS)
}

/** The session cannot be renewed: notifies the user, and after 2.5 s clears token and user and shows the login. */
export function expireSession(): void {
  const state = useSession.getState()
  if (state.phase === 'guest' || state.phase === 'leaving') return
  become({ ...state, phase: 'leaving', endsAt: null })
  notify('info', 'Your session has expired. Redirecting to login')
  setTimeout(() => {
    // Another window may have logged in again meanwhile: do not remove that session.
    if (readStored(TOKEN_KEY) !== state.token && adoptStored()) return
    forgetSession()
    goTo('/auth/login')
  }, EXPIRY_REDIRECT_MS)
}

/**
 * Tries a silent renewal by cookie, then `expireSession()`.
 * @returns renewed: retry. expired: navigating to the login. unreachable: unknown, try again later
 */
export async function recoverSession(refused: string | null = useSession.getState().token): Promise<'renewed' | 'expired' | 'unreachable'> {
  if (useSession.getState().phase === 'leaving') return 'expired'
  const outcome = await renewSession(refused)
  if (outcome !== 'refused') return outcome
  expireSession()
  return 'expired'
}

/** One renewal at a time across all windows. Shows no UI. @param refused the token to replace */
export const renewSession = (refused: string | null = useSession.getState().token): Promise<RenewOutcome> => renewal.run(refused)

const renewal = singleFlight((refused: string | null) => exclusively(() => renew(refused)))

/** For changes the token must reflect: starts a new renewal, since one in progress may return the old state. */
export const renewAfterChange = async (): Promise<RenewOutcome> => {
  await renewal.idle()
  return renewSession()
}

/** Clears the session without a message; the guard redirects to the login. */
export function forgetSession(): void {
  removeStored(TOKEN_KEY, USER_KEY, ENDS_KEY)
  become(GUEST)
}

async function renew(refused: string | null): Promise<RenewOutcome> {
  if (readStored(TOKEN_KEY) !== refused && adoptStored() && useSession.getState().phase === 'active') return 'renewed'
  try {
    const session = await api(refreshSession, { anonymous: true })
    // Logged out meanwhile: a late response must not restore the session.
    if (useSession.getState().phase === 'leaving') return 'refused'
    startSession(session)
    return 'renewed'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'invalid_token') useEndReason.setState({ text: error.detail })
    return error.status === 401 || error.status === 403 ? 'refused' : 'unreachable'
  }
}

const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  // Without Web Locks two windows may both renew; the server tolerates that.
  webLocks()?.request('aerie-session', {}, work) ?? work()

function adoptStored(): boolean {
  const token = readStored(TOKEN_KEY)
  const claims = token === null ? null : readClaims(token)
  if (token === null || claims === null) {
    if (token === null) become(GUEST)
    else forgetSession()
    return false
  }
  const [iat, counted] = (readStored(ENDS_KEY) ?? '').split(' ').map(Number)
  const endsAt = iat === claims.iat && counted ? counted : claims.exp * 1000
  become({ phase: endsAt > Date.now() ? 'active' : 'stored', token, user: z.parse(userSchema, claims), endsAt })
  return true
}

function onStorage(event: StorageEvent): void {
  if (event.key !== null && event.key !== TOKEN_KEY) return
  const { token, phase } = useSession.getState()
  if (phase === 'leaving' || readStored(TOKEN_KEY) === token) return
  // Storage is only cleared as a whole when another window logs out.
  if (event.key === null && token !== null) followLogout()
  else adoptStored()
}

const userId = (): string | undefined => useSession.getState().user?.user_id

function become(state: SessionState): void {
  const former = userId()
  if (former !== undefined && former !== state.user?.user_id) {
    closeLayer()
    userLeft.emit()
  }
  useSession.setState(state, true)
  if (state.token !== null) document.documentElement.dataset.visitor = 'user'
  else delete document.documentElement.dataset.visitor
  renewTimer.stop()
  if (state.phase === 'active' && state.endsAt !== null)
    // Not renewIfDue: the delay has passed even if the clock was set back meanwhile.
    renewTimer.start(Math.max(0, state.endsAt - RENEW_AHEAD_MS - Date.now()), renewNow)
}

function renewIfDue(): void {
  const { endsAt } = useSession.getState()
  if (endsAt !== null && endsAt - RENEW_AHEAD_MS <= Date.now()) renewNow()
}

function renewNow(): void {
  const { phase, token } = useSession.getState()
  if (phase !== 'active') return
  renewTimer.stop()
  renewSession(token).then(
    (outcome) => {
      if (outcome === 'refused') expireSession()
      if (outcome === 'unreachable') renewTimer.start(RETRY_MS, renewNow)
    },
    (error: unknown) => reportError(error),
  )
}

/** Unverified: only the server decides whether the token is valid. Null if malformed. */
function readClaims(token: string): AccessClaims | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  const parsed = z.safeParse(accessClaims, decodeJson(payload))
  return parsed.success ? parsed.data : null
}

function decodeJson(base64url: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null // not a token
  }
}
