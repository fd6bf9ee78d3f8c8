const isMac = (): boolean => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

const KEY_LABELS: Readonly<Record<string, string>> = {
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  shift: 'Shift',
  alt: 'Alt',
  mod: 'Ctrl',
}
const MAC_KEY_LABELS: Readonly<Record<string, string>> = { mod: '⌘', shift: '⇧', alt: '⌥' }

const labelOf = (part: string): string =>
  (isMac() ? MAC_KEY_LABELS[part] : undefined) ?? KEY_LABELS[part] ?? part.slice(0, 1).toUpperCase() + part.slice(1)

/** Splits a press into keys; a plus may itself be the key. */
const partsOf = (press: string): readonly string[] => press.match(/(?:mod|alt|shift)(?=\+)|[^+]+|\+$/g) ?? []

export const keyLabels = (keys: string): readonly string[] => keys.split(' ').filter(Boolean).flatMap(partsOf).map(labelOf)

export const keysText = (keys: string): string =>
  keys
    .split(' ')
    .map((press) =>
      partsOf(press)
        .map(labelOf)
        .join(isMac() ? '' : '+'),
    )
    .join(' then ')

/** For `aria-keyshortcuts`, which cannot express sequences. */
export const ariaKeys = (keys: string): string | undefined =>
  keys.includes(' ')
    ? undefined
    : partsOf(keys)
        .map((part) => (part === 'mod' ? (isMac() ? 'Meta' : 'Control') : part.slice(0, 1).toUpperCase() + part.slice(1)))
        .join('+')

/** The second key of `g h` must follow within this time. */
export const SEQUENCE_MS = 1200

type Read = (names: readonly string[], atMs: number, shortcuts: ReadonlySet<string>) => string | null

export function shortcutReader(): Read {
  let first: { readonly names: readonly string[]; readonly atMs: number } | null = null
  return (names, atMs, shortcuts) => {
    const before = first !== null && atMs - first.atMs <= SEQUENCE_MS ? first.names : []
    first = null
    const sequences = before.flatMap((one) => names.map((name) => `${one} ${name}`))
    const found = [...sequences, ...names].find((keys) => shortcuts.has(keys))
    if (found !== undefined) return found
    if (names.some((name) => [...shortcuts].some((keys) => keys.startsWith(`${name} `)))) first = { names, atMs }
    return null
  }
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'>

const NAMED = /^(?:Arrow\w+|Home|End|Page\w+|Insert|Delete|Backspace|Enter|F\d+)$/
const isAscii = (key: string): boolean => key <= '\u007e'

/** Likeliest first. The typed character counts, on any layout; the key's position only for non-Latin letters and those changed by Alt. */
export function keyNames(event: KeyPress): readonly string[] {
  const { key } = event
  if (NAMED.test(key)) return [pressName(event, key.toLowerCase(), true)]
  if (key.length !== 1 || key < ' ') return []
  if (event.getModifierState('AltGraph')) return [typedName(key)]
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase()
  const placed = letter ?? (event.altKey ? /^Digit(\d)$/.exec(event.code)?.[1] : undefined)
  if (!isAscii(key) && placed !== undefined) return [pressName(event, placed, letter !== undefined)]
  const name = pressName(event, typedName(key), isLetter(key) || key === ' ')
  return isOptionCharacter(event) ? [name, typedName(key), ...(placed === undefined ? [] : [`alt+${placed}`])] : [name]
}

const typedName = (key: string): string => (key === ' ' ? 'space' : key.toLowerCase())
const isLetter = (key: string): boolean => key.toLowerCase() !== key.toUpperCase()
/** A Mac types many characters with Alt, such as `[` on a German keyboard. */
const isOptionCharacter = ({ key, altKey, ctrlKey, metaKey }: KeyPress): boolean => altKey && !ctrlKey && !metaKey && /[^\w ]/.test(key)

/** `keepsShift`: false if Shift is part of the character, as in `?`. */
function pressName({ ctrlKey, metaKey, altKey, shiftKey }: KeyPress, base: string, keepsShift: boolean): string {
  return `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${shiftKey && keepsShift ? 'shift+' : ''}${base}`
}

const NO_TEXT = ['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color', 'image']

export function isTextInput(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea,select,[role=textbox],[role=searchbox],[role=combobox],[role=spinbutton]'))
    return true
  return target instanceof HTMLInputElement && !NO_TEXT.includes(target.type)
}
