/** A key press as far as shortcuts care. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'>

const NAMED = /^(?:Arrow\w+|Home|End|Page\w+|Insert|Delete|Backspace|Enter|F\d+)$/
const isAscii = (key: string): boolean => key <= '\u007e'

/**
 * What shortcuts may call this press, the likeliest first: `mod+shift+f`, `?`, `g`, `alt+arrowleft`. None for a key that no shortcut
 * begins with. It is the character that counts, wherever it lies: `?` is Shift+ß on a German keyboard, and `[` is AltGr+8. Only
 * where a key types no Latin letter, or where Alt changed what it types, its place on the keyboard says which letter it is.
 */
export function pressNames(event: KeyPress): readonly string[] {
  const { key } = event
  if (NAMED.test(key)) return [pressName(event, key.toLowerCase(), true)]
  if (key.length !== 1 || key < ' ') return []
  // The third level of a keyboard types a character like any other.
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

/** `keepsShift`: not where Shift is a part of the character, as in `?`. */
function pressName({ ctrlKey, metaKey, altKey, shiftKey }: KeyPress, base: string, keepsShift: boolean): string {
  return `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${shiftKey && keepsShift ? 'shift+' : ''}${base}`
}

const NO_TEXT = ['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color', 'image']

/** Whether typing there must not be taken for a shortcut. */
export function isTextInput(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea,select,[role=textbox],[role=searchbox],[role=combobox],[role=spinbutton]'))
    return true
  return target instanceof HTMLInputElement && !NO_TEXT.includes(target.type)
}
