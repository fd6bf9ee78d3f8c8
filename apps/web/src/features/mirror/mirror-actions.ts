import { useEffect } from 'react'
import type { Action } from '../../commands/action.ts'
import { registerActions } from '../../commands/registered-actions.ts'
import type { MirrorView } from '../../mirror/mirror-store.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { mirrorItems } from './mirror-items.tsx'

/** `m` and a letter, for what is done again and again. */
const KEYS: Readonly<Record<string, string>> = { restore: 'm s', lead: 'm l', detach: 'm d', rejoin: 'm r' }
/** The action table has these at all times. */
const IN_TABLE = ['mirror-1', 'mirror-2']

/** Offers by palette and keyboard what the mirror's menu offers now. */
export const useMirrorActions = (view: MirrorView): void =>
  useEffect(() => registerActions('mirror', mirrorItems(view, undefined).flatMap(asAction)), [view])

function asAction({ id, label, onSelect, isChosen }: MenuItem): readonly Action[] {
  if (onSelect === undefined || isChosen === true || IN_TABLE.includes(id)) return []
  const keys = KEYS[id]
  return [
    {
      id: `mirror ${id}`,
      title: label.startsWith('Mirror') ? label : `Mirror: ${label}`,
      group: 'Windows',
      words: 'mirror screen window follow',
      ...(keys === undefined ? {} : { keys }),
      run: onSelect,
    },
  ]
}
