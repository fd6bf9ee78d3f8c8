import { MIRROR_MODES, type MirrorMode } from '@aerie/wire/workspace/mirror'

/** The three keys of local storage. */
export const SESSION_KEY = 'aerie-mirror-session'
/** Holds which window leads, and of which term: `{window} {term}`. */
export const LEADER_KEY = 'aerie-mirror-leader'
/** Holds one of MIRROR_MODES. */
export const MODE_KEY = 'aerie-mirror-mode'

/** Where the three values are kept. A store that is full or refused answers null and keeps nothing: the mirror works without. */
export type Store = { readonly read: (key: string) => string | null; readonly write: (key: string, value: string) => unknown }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** This browser's session id: the stored one, or one made now. */
export function restoreSession(store: Store, makeUuid: () => string): string {
  const kept = store.read(SESSION_KEY)
  if (kept !== null && UUID.test(kept)) return kept
  const made = makeUuid()
  store.write(SESSION_KEY, made)
  // Another window may have made one in the same moment: the one that stands is everybody's.
  const stands = store.read(SESSION_KEY)
  return stands !== null && UUID.test(stands) ? stands : made
}

/** The stored mode; ALL where none is stored. */
export function restoreMode(store: Store): MirrorMode {
  const kept = store.read(MODE_KEY)
  return MIRROR_MODES.find((mode) => mode === kept) ?? 'ALL'
}

/** Which window (its id over reloads) was the leader, and in which term; null where none is known. */
export function restoreLeader(store: Store): { readonly window: string; readonly term: number } | null {
  const [window = '', term = ''] = (store.read(LEADER_KEY) ?? '').split(' ')
  return UUID.test(window) && /^\d{1,15}$/.test(term) ? { window, term: Number(term) } : null
}

/** Keeps who leads. */
export const keepLeader = (store: Store, window: string, term: number): unknown => store.write(LEADER_KEY, `${window} ${term}`)

/** Keeps the mode. */
export const keepMode = (store: Store, mode: MirrorMode): unknown => store.write(MODE_KEY, mode)
