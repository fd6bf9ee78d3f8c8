/** A key press as far as shortcuts care. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The second key of `g h` must follow within this time. */
export const SEQUENCE_MS = 1200

/** The press as a shortcut names it: `mod+shift+f`, `?`, `g`. Null for what no shortcut begins with. */
export function pressName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | null {
  if (altKey || key.length !== 1) return null
  if (ctrlKey || metaKey) return `mod+${shiftKey ? 'shift+' : ''}${key.toLowerCase()}`
  return key.toLowerCase()
}

/**
 * Finds shortcuts in a stream of key presses.
 *
 * @returns a function that takes the name of each press and its time, and gives the shortcut it completes: a single
 * press, or two in a row such as `g h`
 */
export function shortcutReader(shortcuts: ReadonlySet<string>): (press: string, atMs: number) => string | null {
  const starts = new Set([...shortcuts].filter((keys) => keys.includes(' ')).map((keys) => keys.split(' ')[0]))
  let first: { press: string; atMs: number } | null = null
  return (press, atMs) => {
    const sequence = first !== null && atMs - first.atMs <= SEQUENCE_MS ? `${first.press} ${press}` : null
    first = null
    if (sequence !== null && shortcuts.has(sequence)) return sequence
    if (shortcuts.has(press)) return press
    if (starts.has(press)) first = { press, atMs }
    return null
  }
}

/** Whether typing there must not be taken for a shortcut. */
export function isTypingPlace(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return (
    target instanceof HTMLInputElement &&
    !['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color'].includes(target.type)
  )
}

const isMac = (): boolean => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** Keys as this machine labels them: `['Ctrl', 'K']`, `['G', 'H']`. */
export const keyLabels = (keys: string): readonly string[] =>
  keys.split(/[ +]/).map((key) => {
    if (key === 'mod') return isMac() ? '⌘' : 'Ctrl'
    if (key === 'shift') return isMac() ? '⇧' : 'Shift'
    return key.toUpperCase()
  })

/** The same for `aria-keyshortcuts` and tooltips: `Ctrl+Shift+F`, `G then H`. */
export const keysText = (keys: string): string => keyLabels(keys).join(keys.includes(' ') ? ' then ' : isMac() ? '' : '+')
