import { create } from 'zustand'

/** Keys of what the header and the rail show with its keys, and of what a browser would else do something else with. */
export const SHELL_KEYS = { palette: 'mod+k', coins: '/', shortcuts: '?', fullscreen: 'mod+shift+f', mirror: 'mod+shift+m' } as const
export type ShellAction = keyof typeof SHELL_KEYS

/** Where this browser keeps the keys that the user chose, as JSON by the action's id. */
export const STORED_AS = 'aerie.keys'

/** What an icon button says of the keys of its action: in its tooltip, and to screen readers. */
type KeyHint = { readonly hint?: string | undefined; readonly 'aria-keyshortcuts'?: string | undefined }

/** The hints of the shell's buttons. They come with the action table, at the first sign that somebody is there. */
export const useKeyHints = create<{ readonly hints: Partial<Record<ShellAction, KeyHint>> }>(() => ({ hints: {} }))

const NONE: KeyHint = {}

/** The hint for the keys that an action of the shell has now. */
export const useKeyHint = (id: ShellAction): KeyHint => useKeyHints(({ hints }) => hints[id] ?? NONE)
