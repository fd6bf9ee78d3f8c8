import { MIRROR_MODES, type MirrorMode } from '@aerie/wire/workspace/mirror'

/** Local storage key of the session id. */
export const SESSION_KEY = 'aerie-mirror-session'
/** Local storage key of the leader: `{window} {term}`. */
export const LEADER_KEY = 'aerie-mirror-leader'
/** Local storage key of the mode, one of MIRROR_MODES. */
export const MODE_KEY = 'aerie-mirror-mode'

/** Persistent storage. If full or refused, it reads null and stores nothing; the mirror works without it. */
export type Store = { readonly read: (key: string) => string | null; readonly write: (key: string, value: string) => unknown }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Loads this browser's session id, or creates one. */
export function restoreSession(store: Store, makeUuid: () => string): string {
  const kept = store.read(SESSION_KEY)
  if (kept !== null && UUID.test(kept)) return kept
  const made = makeUuid()
  store.write(SESSION_KEY, made)
  // Another window may have stored one at the same moment; the stored one wins.
  const stored = store.read(SESSION_KEY)
  return stored !== null && UUID.test(stored) ? stored : made
}

/** Loads the mode; default ALL. */
export function restoreMode(store: Store): MirrorMode {
  const kept = store.read(MODE_KEY)
  return MIRROR_MODES.find((mode) => mode === kept) ?? 'ALL'
}

/** Loads the last leader (window id, stable across reloads) and its term. */
export function restoreLeader(store: Store): { readonly window: string; readonly term: number } | null {
  const [window = '', term = ''] = (store.read(LEADER_KEY) ?? '').split(' ')
  return UUID.test(window) && /^\d{1,15}$/.test(term) ? { window, term: Number(term) } : null
}

/** Stores the leader. */
export const keepLeader = (store: Store, window: string, term: number): unknown => store.write(LEADER_KEY, `${window} ${term}`)

/** Stores the mode. */
export const keepMode = (store: Store, mode: MirrorMode): unknown => store.write(MODE_KEY, mode)
