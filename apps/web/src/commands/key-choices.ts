import { recordKeys, recordOf } from '@aerie/core/record-keys'
import { create } from 'zustand'
import { readStored, removeStored, writeStored } from '../lib/storage/storage.ts'
import { SHELL_KEYS, STORED_AS, useKeyHints } from './shell-keys.ts'
import { ariaKeys, keysText } from './shortcut-keys.ts'

/** Keys by the action's id; empty for an action that is to have none. */
export type KeyChoices = Readonly<Record<string, string>>

/** The keys that the user has given to actions: kept in this browser, and with the account by `shortcut-sync.ts`. */
export const useKeyChoices = create<{ readonly chosen: KeyChoices }>(() => ({ chosen: stored() }))

/** Keeps `chosen` in this browser. The account has its own copy. */
export function storeKeyChoices(chosen: KeyChoices): void {
  if (Object.keys(chosen).length === 0) removeStored(STORED_AS)
  else writeStored(STORED_AS, JSON.stringify(chosen))
  useKeyChoices.setState({ chosen })
}

/** Follows what another window of this browser has chosen, and tells the shell's buttons. Called once. */
export function followKeyChoices(): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || key === STORED_AS) useKeyChoices.setState({ chosen: stored() })
  })
  useKeyChoices.subscribe(tellShell)
  tellShell()
}

type Keyed = { readonly id: string; readonly keys?: string | undefined }

/** The keys an action has now; undefined for none. */
export const keysOf = ({ id, keys }: Keyed, { chosen }: { readonly chosen: KeyChoices } = useKeyChoices.getState()): string | undefined =>
  (chosen[id] ?? keys) || undefined

function tellShell(): void {
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
    // Not what this app wrote: as if nothing had been chosen.
    return {}
  }
}
