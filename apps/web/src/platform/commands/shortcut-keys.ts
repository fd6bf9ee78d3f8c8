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
