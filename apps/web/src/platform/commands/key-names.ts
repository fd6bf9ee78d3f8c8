export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'>

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
