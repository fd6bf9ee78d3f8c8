import { SHELL_KEYS, STORED_AS } from '../../platform/commands/shell-keys.ts'
import { readStored } from '../../platform/storage/storage.ts'
import type { startShortcuts } from './shortcut-engine.ts'

/** The action table loads on the first user input, not with Home; earlier presses wait for it. @returns unsubscribe function */
export function listenForShortcuts(target: Document): () => void {
  let answer: ReturnType<typeof startShortcuts> | null = null
  let isLoading = false
  const waiting: KeyboardEvent[] = []
  const load = () => {
    if (isLoading) return
    isLoading = true
    import('./shortcut-engine.ts').then(
      (engine) => {
        answer = engine.startShortcuts()
        for (const event of waiting.splice(0)) answer(event, true)
      },
      (error: unknown) => {
        isLoading = false
        waiting.length = 0
        console.warn('The shortcuts could not be loaded; the next key tries again:', error)
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    load()
    if (answer !== null) answer(event)
    else if (!event.defaultPrevented) {
      if (isShells(event)) event.preventDefault()
      waiting.push(event)
    }
  }
  target.addEventListener('keydown', onKeyDown)
  target.addEventListener('pointermove', load, { once: true })
  return () => {
    target.removeEventListener('keydown', onKeyDown)
    target.removeEventListener('pointermove', load)
  }
}

/** Whether the shell handles this press before the table is loaded: the browser must not handle it too. */
function isShells({ key, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): boolean {
  const hasMod = ctrlKey || metaKey
  if (!hasMod && target instanceof Element && target.closest('input,textarea,select,[contenteditable]') !== null) return false
  const name = `${hasMod ? `mod+${shiftKey ? 'shift+' : ''}` : ''}${key.toLowerCase()}`
  return Object.values<string>(SHELL_KEYS).includes(name) || readStored(STORED_AS)?.includes(`"${name}"`) === true
}
