import { create } from 'zustand'

export const SHELL_KEYS = { palette: 'mod+k', coins: '/', shortcuts: '?', fullscreen: 'mod+shift+f', mirror: 'mod+shift+m' } as const
export type ShellAction = keyof typeof SHELL_KEYS

export const STORED_AS = 'aerie.keys'

type KeyHint = { readonly hint?: string | undefined; readonly 'aria-keyshortcuts'?: string | undefined }

/** Key hints of the shell's buttons; set when the action table loads, on the first user input. */
export const useKeyHints = create<{ readonly hints: Partial<Record<ShellAction, KeyHint>> }>(() => ({ hints: {} }))

const NONE: KeyHint = {}

export const useKeyHint = (id: ShellAction): KeyHint => useKeyHints(({ hints }) => hints[id] ?? NONE)
