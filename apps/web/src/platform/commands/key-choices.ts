import { recordKeys, recordOf } from '@aerie/core/record-keys'
import { create } from 'zustand'
import { readStored, removeStored, writeStored } from '../storage/storage.ts'
import { SHELL_KEYS, STORED_AS, useKeyHints } from './shell-keys.ts'
import { ariaKeys, keysText } from './shortcut-keys.ts'

/** Keys by action id; an empty string removes an action's keys. */
export type KeyChoices = Readonly<Record<string, string>>

/** The user's keys, stored in this browser and, by `shortcut-sync.ts`, in the account. */
export const useKeyChoices = create<{ readonly chosen: KeyChoices }>(() => ({ chosen: stored() }))

export function storeKeyChoices(chosen: KeyChoices): void {
  if (Object.keys(chosen).length === 0) removeStored(STORED_AS)
  else writeStored(STORED_AS, JSON.stringify(chosen))
  useKeyChoices.setState({ chosen })
}

/** Syncs keys changed in another window of this browser, and updates the shell's buttons. Call once. */
export function followKeyChoices(): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || key === STORED_AS) useKeyChoices.setState({ chosen: stored() })
  })
  useKeyChoices.subscribe(updateShell)
  updateShell()
}

type Keyed = { readonly id: string; readonly keys?: string | undefined }

export const keysOf = ({ id, keys }: Keyed, { chosen }: { readonly chosen: KeyChoices } = useKeyChoices.getState()): string | undefined =>
  (chosen[id] ?? keys) || undefined

function updateShell(): void {
  const hints = recordOf(recordKeys(SHELL_KEYS), (id) => {
    const keys = keysOf({ id, keys: SHELL_KEYS[id] })
    return keys === undefined ? {} : { hint: keysText(keys), 'aria-keyshortcuts': ariaKeys(keys) }
  })
  useKeyHints.setState({ hints })
}

function stored(): KeyChoices {
  try {
    const kept: unknown = JSON.parse(readStored(STORED_AS) ?? '{}')
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, keys]) => typeof keys === 'string'))
  } catch {
    return {}
  }
}
