import type { Locks } from '@aerie/mirror/election'
import type { MirrorWindow } from '@aerie/wire/workspace/mirror'
import { newUuid } from '../../browser/new-uuid.ts'
import { readSessionValue, writeSessionValue } from '../own-storage.ts'

const KEY = 'aerie-mirror-window'
/** A reloading window releases its identity within this time; the original of a duplicated tab never does. */
const FREE_WITHIN_MS = 1_000

export const MIRROR_NAMES = ['aerie-mirror-1', 'aerie-mirror-2'] as const

export const windowRole = (): MirrorWindow['place'] =>
  window.name === MIRROR_NAMES[0] ? 'mirror-1' : window.name === MIRROR_NAMES[1] ? 'mirror-2' : 'main'

/** New for a duplicated tab and for windows opened from this one, since browsers copy session storage to those. */
export async function windowIdentity(locks: Locks): Promise<string> {
  const kept = readStoredIdentity()
  if (kept !== null && (await isFree(locks, kept))) return kept
  const made = newUuid()
  writeSessionValue(KEY, `${made} ${windowRole()}`)
  await isFree(locks, made)
  return made
}

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

/** Opaque hash of the user id, the same in all windows. */
export async function userTag(userId: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`aerie mirror ${userId}`))
  return Array.from(new Uint8Array(hash).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
