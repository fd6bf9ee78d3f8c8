import type { Locks } from '@aerie/mirror/locks'
import type { MirrorWindow } from '@aerie/wire/workspace/mirror'
import { newUuid } from '../../lib/new-uuid.ts'
import { readSessionValue, writeSessionValue } from '../own-storage.ts'

/** Of session storage: who this window is, over reloads. */
const KEY = 'aerie-mirror-window'
/** A window that is being reloaded gives its identity back within this; a duplicated tab keeps it for good. */
const FREE_WITHIN_MS = 1_000

/** Names of the windows that the Mirror menu opens. */
export const MIRROR_NAMES = ['aerie-mirror-1', 'aerie-mirror-2'] as const

/** Which of the screens this window is. */
export const windowRole = (): MirrorWindow['place'] =>
  window.name === MIRROR_NAMES[0] ? 'mirror-1' : window.name === MIRROR_NAMES[1] ? 'mirror-2' : 'main'

/**
 * Who this window is: the same after a reload, another for a duplicated tab and for a window that was opened from this one, to
 * which the browser gives a copy of session storage.
 */
export async function windowIdentity(locks: Locks): Promise<string> {
  const kept = readStoredIdentity()
  if (kept !== null && (await isFree(locks, kept))) return kept
  const made = newUuid()
  writeSessionValue(KEY, `${made} ${windowRole()}`)
  await isFree(locks, made)
  return made
}

/** Takes the identity if nobody has it, and keeps it as long as this window lives. */
const isFree = (locks: Locks, id: string): Promise<boolean> =>
  new Promise((resolve) => {
    locks
      .request(`aerie-mirror-identity:${id}`, { signal: AbortSignal.timeout(FREE_WITHIN_MS) }, () => {
        resolve(true)
        return new Promise(() => undefined)
      })
      .catch(() => resolve(false))
  })

function readStoredIdentity(): string | null {
  const [id = '', name] = (readSessionValue(KEY) ?? '').split(' ')
  return id !== '' && name === windowRole() ? id : null
}

/** An opaque tag of the user: the same in all windows, of no use to anybody else. */
export async function userTag(userId: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`aerie mirror ${userId}`))
  return Array.from(new Uint8Array(hash).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
