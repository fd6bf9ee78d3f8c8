import {
  type AccessClaims,
  accessClaims,
  type Session,
  session as sessionSchema,
  type User,
  user as userSchema,
} from '@aerie/wire/account/accounts'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { api, bindCredentials } from '../lib/http/api.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { userLeft } from '../lib/http/query-client-users.ts'
import { clearStorage, readStored, removeStored, writeStored } from '../lib/storage/storage.ts'
import { closeLayer } from '../navigation/layers.ts'
import { goTo, openUrl } from '../navigation/navigation.ts'
import { notify } from '../ui/states/toast.ts'

const TOKEN_KEY = 'token'
const USER_KEY = 'user'
/** `<iat> <end>`: when the stored token of that `iat` runs out by the clock of this machine, which all windows share. */
const ENDS_KEY = 'aerie.token-ends'
/** There while the server may not know that the user has logged out. */
const UNTOLD_KEY = 'aerie.untold-logout'
export const EXPIRY_REDIRECT_MS = 2500
export const LOGOUT_REDIRECT_MS = 1000
/** A new token is asked for this long before the old one runs out. */
const RENEW_AHEAD_MS = 60_000
const RETRY_MS = 15_000

/**
 * guest: no token. stored: a token from an earlier visit has run out and may still be renewed by the cookie.
 * active: a token that holds, as far as this window knows. leaving: logged out (no token) or expired (the token is shown
 * to nobody any more), on the way to another page.
 */
type Phase = 'guest' | 'stored' | 'active' | 'leaving'
type SessionState = {
  readonly phase: Phase
  readonly token: string | null
  readonly user: User | null
  /** By this window's clock, in epoch milliseconds; null for a guest. */
  readonly endsAt: number | null
}

const GUEST: SessionState = { phase: 'guest', token: null, user: null, endsAt: null }

/** Who is here. State only; the functions below change it. */
export const useSession = create<SessionState>(() => GUEST)

/** Whether a token is stored. */
export const useIsLoggedIn = (): boolean => useSession((state) => state.token !== null)

type RenewOutcome = 'renewed' | 'refused' | 'unreachable'
let timer: ReturnType<typeof setTimeout> | undefined
let renewing: Promise<RenewOutcome> | undefined

/** Reads what an earlier visit stored and begins to watch the other windows. Called once, before the first render. */
export function openSession(): void {
  bindCredentials({
    token: () => useSession.getState().token,
    // What one user has asked for is not asked again as another.
    renew: async (refused) => (await recoverSession(refused)) === 'renewed' && readClaims(refused)?.user_id === userId(),
  })
  adoptStored()
  void repeatLogout()
  addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', renewIfDue)
  addEventListener('online', renewIfDue)
}

/** Keeps a session that the server has just given (login, verify, reset, refresh). */
export function startSession(session: Session): void {
  const claims = readClaims(session.token)
  // The length of its life is the server's; the clock that counts it is ours, so a wrong clock here does no harm.
  const endsAt = Date.now() + (claims ? (claims.exp - claims.iat) * 1000 : RENEW_AHEAD_MS)
  removeStored(UNTOLD_KEY)
  // The token last: the other windows read all of it when they hear of the token.
  writeStored(USER_KEY, JSON.stringify(session.user))
  if (claims) writeStored(ENDS_KEY, `${claims.iat} ${endsAt}`)
  writeStored(TOKEN_KEY, session.token)
  become({ phase: 'active', ...session, endsAt })
}

/** Log Out: tells the server, empties all storage, and is on `/` a second later, with nothing left in memory. */
export function endSession(): void {
  const { token } = useSession.getState()
  let isTold = token === null
  const note = () => isTold || writeStored(UNTOLD_KEY, 'yes')
  if (token !== null)
    void tellLogout({ headers: { authorization: `Bearer ${token}` }, keepalive: true }).then((told) => {
      isTold = told
      note()
    })
  // Noted as the page is left, too: what has no answer by then may never have one.
  leave(note)
}

/** The user has logged out in another window of this browser. */
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

/** @returns whether there is nothing left to tell: the server has ended the session, or knows of none */
const tellLogout = (
  options: { headers?: Record<string, string>; keepalive?: boolean; signal?: AbortSignal },
  query = '',
): Promise<boolean> =>
  api.post(`/auth/logout${query}`, undefined, z.unknown(), { anonymous: true, ...options }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return true
      console.warn('The server could not be told of the logout.', error)
      return false
    },
  )

let repeated: AbortController | undefined

/**
 * Tells of a log-out that the server has not heard of, until it has. Its proof is the cookie, and so is a login's answer: nothing is
 * told from the pages where one may be on its way, and what is on its way itself is broken off by a login.
 */
async function repeatLogout(): Promise<void> {
  if (useSession.getState().phase !== 'guest' || readStored(UNTOLD_KEY) === null) return
  if (!location.pathname.startsWith('/auth/')) {
    repeated = new AbortController()
    if (await tellLogout({ signal: repeated.signal }, '?repeat=true')) return removeStored(UNTOLD_KEY)
  }
  setTimeout(() => void repeatLogout(), RETRY_MS)
}

/** The session is over and cannot be renewed: says so, and after 2.5 s forgets token and user and shows the login. */
export function expireSession(): void {
  const state = useSession.getState()
  if (state.phase === 'guest' || state.phase === 'leaving') return
  become({ ...state, phase: 'leaving', endsAt: null })
  notify('info', 'Your session has expired. Redirecting to login')
  setTimeout(() => {
    // Another window may have logged in again meanwhile: that session is not ours to remove.
    if (readStored(TOKEN_KEY) !== state.token && adoptStored()) return
    forgetSession()
    goTo('/auth/login')
  }, EXPIRY_REDIRECT_MS)
}

/**
 * What to do when the server, by HTTP or by socket, has refused `refused`: a silent renewal by the cookie first, and
 * only if that is refused too, `expireSession()`.
 *
 * @returns renewed: try again with the new token. expired: the user is on the way to the login. unreachable: nothing is
 * known; try again later
 */
export async function recoverSession(refused: string | null = useSession.getState().token): Promise<'renewed' | 'expired' | 'unreachable'> {
  if (useSession.getState().phase === 'leaving') return 'expired'
  const outcome = await renewSession(refused)
  if (outcome !== 'refused') return outcome
  expireSession()
  return 'expired'
}

/** One renewal at a time over all windows of this browser. Never shows anything; `refused` is the token to be replaced. */
export function renewSession(refused: string | null = useSession.getState().token): Promise<RenewOutcome> {
  renewing ??= exclusively(() => renew(refused)).finally(() => {
    renewing = undefined
  })
  return renewing
}

/**
 * After a change that the token must show: a renewal that begins now or later. One that is under way may bring what held
 * before the change.
 */
export const renewAfterChange = async (): Promise<RenewOutcome> => {
  await renewing?.catch(() => undefined)
  return renewSession()
}

/** Guests become so without a word: the guard sends them to the login. */
export function forgetSession(): void {
  removeStored(TOKEN_KEY, USER_KEY, ENDS_KEY)
  become(GUEST)
}

async function renew(refused: string | null): Promise<RenewOutcome> {
  if (readStored(TOKEN_KEY) !== refused && adoptStored() && useSession.getState().phase === 'active') return 'renewed'
  try {
    const session = await api.post('/auth/refresh', undefined, sessionSchema, { anonymous: true })
    // Logged out meanwhile: a late answer must not bring the session back.
    if (useSession.getState().phase === 'leaving') return 'refused'
    startSession(session)
    return 'renewed'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 401 || error.status === 403 ? 'refused' : 'unreachable'
  }
}

const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  // Web Locks exist on secure origins only; on plain HTTP in a LAN two windows may both ask, which the server forgives.
  navigator.locks ? (navigator.locks.request('aerie-session', work) as Promise<T>) : work() // typed as Promise<Awaited<…>>

/** @returns whether a readable token was there */
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
  // All of it is gone at once only where another window logs out.
  if (event.key === null && token !== null) followLogout()
  else adoptStored()
}

const userId = (): string | undefined => useSession.getState().user?.user_id

function become(state: SessionState): void {
  const former = userId()
  if (former !== undefined && former !== state.user?.user_id) {
    closeLayer()
    userLeft.tell()
  }
  if (state.token !== null) repeated?.abort()
  useSession.setState(state, true)
  if (state.token !== null) document.documentElement.dataset.visitor = 'user'
  else delete document.documentElement.dataset.visitor
  clearTimeout(timer)
  if (state.phase === 'active' && state.endsAt !== null)
    // What this waits for has passed then, also where the clock was set back meanwhile.
    timer = setTimeout(renewNow, Math.max(0, state.endsAt - RENEW_AHEAD_MS - Date.now()))
}

function renewIfDue(): void {
  const { endsAt } = useSession.getState()
  if (endsAt !== null && endsAt - RENEW_AHEAD_MS <= Date.now()) renewNow()
}

function renewNow(): void {
  const { phase, token } = useSession.getState()
  if (phase !== 'active') return
  clearTimeout(timer)
  renewSession(token).then(
    (outcome) => {
      if (outcome === 'refused') expireSession()
      if (outcome === 'unreachable') timer = setTimeout(renewNow, RETRY_MS)
    },
    (error: unknown) => reportError(error),
  )
}

/** Claims of an access token, unverified: the server alone decides whether it holds. Null for anything that is none. */
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
    return null // whatever is wrong with it, it is no token
  }
}
