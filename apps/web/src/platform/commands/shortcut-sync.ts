import { ONLY_DOCUMENT } from '@aerie/wire/workspace/document'
import { SHORTCUTS } from '../documents/document-specs.ts'
import { documentAt, holdDocument } from '../documents/open-documents.ts'
import { useSession } from '../session/session.ts'
import { readStored, removeStored, writeStored } from '../storage/storage.ts'
import { type KeyChoices, storeKeyChoices, useKeyChoices } from './key-choices.ts'

/** User whose keys this browser's copy holds; unset for a guest's. */
const OWNER_KEY = 'aerie.keys.of'

const ownerNow = (): string | null => {
  const { token, user } = useSession.getState()
  return token === null ? null : (user?.user_id ?? null)
}
const accountKeys = (owner: string) => documentAt({ spec: SHORTCUTS, name: ONLY_DOCUMENT, owner })

/** Stores keys in this browser and in the account. `next` may be called again on changes from another window. */
export function changeKeyChoices(next: (chosen: KeyChoices) => KeyChoices): void {
  const owner = ownerNow()
  storeKeyChoices(next(useKeyChoices.getState().chosen))
  if (owner === null) removeStored(OWNER_KEY)
  else accountKeys(owner).change(({ keys }) => ({ keys: next(keys) }))
}

/** Syncs this browser's keys with the logged-in account. A guest's keys are copied to an account that has none. Call once. */
export function followAccountKeys(): void {
  let followed: string | null = null
  let stopFollowing: (() => void) | null = null
  const followOwner = (): void => {
    const owner = ownerNow()
    if (owner === followed) return
    followed = owner
    stopFollowing?.()
    stopFollowing = owner === null ? null : follow(owner)
  }
  // After all other subscribers: they close the previous user's documents.
  useSession.subscribe(() => queueMicrotask(followOwner))
  followOwner()
}

function follow(owner: string): () => void {
  const account = accountKeys(owner)
  const take = () => {
    const { state, value } = account.store.getState()
    if (state !== 'ready') return
    const { chosen } = useKeyChoices.getState()
    const isGuests = readStored(OWNER_KEY) === null && Object.keys(chosen).length > 0
    writeStored(OWNER_KEY, owner)
    if (isGuests && Object.keys(value.keys).length === 0) account.change(({ keys }) => ({ keys: { ...chosen, ...keys } }))
    else if (!isSameChoice(value.keys, chosen)) storeKeyChoices(value.keys)
  }
  const unsubscribe = account.store.subscribe(take)
  const release = holdDocument(account)
  take()
  return () => {
    unsubscribe()
    release()
  }
}

export const isSameChoice = (one: KeyChoices, other: KeyChoices): boolean =>
  Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([id, keys]) => other[id] === keys)
