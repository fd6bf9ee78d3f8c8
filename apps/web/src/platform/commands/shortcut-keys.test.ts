import { afterEach, describe, expect, it, vi } from 'vitest'
import { ariaKeys, isTextInput, keyLabels, keyNames, keysText, SEQUENCE_MS, shortcutReader } from './shortcut-keys.ts'

describe('key labels', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['mod+shift+f', ['Ctrl', 'Shift', 'F'], 'Ctrl+Shift+F', 'Control+Shift+F'],
    ['g h', ['G', 'H'], 'G then H', undefined],
    ['mod++', ['Ctrl', '+'], 'Ctrl++', 'Control++'],
    ['+', ['+'], '+', '+'],
    ['alt+arrowleft', ['Alt', '←'], 'Alt+←', 'Alt+Arrowleft'],
  ])('%s', (keys, labels, text, aria) => expect([keyLabels(keys), keysText(keys), ariaKeys(keys)]).toEqual([labels, text, aria]))

  it('match those of a Mac', () => {
    vi.stubGlobal('navigator', { platform: 'MacIntel' })
    expect([keyLabels('mod+alt+shift+f'), keysText('mod+k'), ariaKeys('mod+k')]).toEqual([['⌘', '⌥', '⇧', 'F'], '⌘K', 'Meta+K'])
  })
})

describe('the shortcut reader', () => {
  const shortcuts = new Set(['g h', 'mod+k', '?', 'x ['])
  const reader = () => {
    const read = shortcutReader()
    return (names: string, atMs: number) => read(names.split('|'), atMs, shortcuts)
  }

  it('joins two consecutive keys', () => {
    const read = reader()
    expect([read('g', 0), read('h', SEQUENCE_MS)]).toEqual([null, 'g h'])
  })

  it('forgets the first key after a while', () => {
    const read = reader()
    expect([read('g', 0), read('h', SEQUENCE_MS + 1)]).toEqual([null, null])
  })

  it('does not lose a shortcut that follows a first key', () => {
    const read = reader()
    expect([read('g', 0), read('mod+k', 10), read('h', 20)]).toEqual([null, 'mod+k', null])
  })

  it('starts over when the first key is pressed twice', () => {
    const read = reader()
    expect([read('g', 0), read('g', 10), read('h', 20)]).toEqual([null, null, 'g h'])
  })

  it('tries every name that a press may have', () => {
    const read = reader()
    expect([read('alt+x|x', 0), read('alt+[|[|alt+5', 10), read('alt+?|?', 20)]).toEqual([null, 'x [', '?'])
  })
})

const NOTHING = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const names = (key: string, { modifierAltGraph = false, ...init }: KeyboardEventInit = {}) =>
  keyNames({ ...NOTHING, key, ...init, getModifierState: (modifier) => modifier === 'AltGraph' && modifierAltGraph })

describe('the name of a key press', () => {
  it.each([
    ['Ctrl+Shift+F', 'F', { ctrlKey: true, shiftKey: true, code: 'KeyF' }, ['mod+shift+f']],
    ['Cmd+Shift+M', 'm', { metaKey: true, shiftKey: true, code: 'KeyM' }, ['mod+shift+m']],
    ['Ctrl+K', 'k', { ctrlKey: true, code: 'KeyK' }, ['mod+k']],
    ['? of an American keyboard', '?', { shiftKey: true, code: 'Slash' }, ['?']],
    ['a letter under caps lock', 'G', { code: 'KeyG' }, ['g']],
    ['Shift and a letter', 'T', { shiftKey: true, code: 'KeyT' }, ['shift+t']],
    ['Alt+K', 'k', { altKey: true, code: 'KeyK' }, ['alt+k']],
    ['Alt and an arrow', 'ArrowLeft', { altKey: true, shiftKey: true }, ['alt+shift+arrowleft']],
    ['Ctrl+Space', ' ', { ctrlKey: true }, ['mod+space']],
    ['Ctrl+Shift+1, by what it types', '!', { ctrlKey: true, shiftKey: true, code: 'Digit1' }, ['mod+!']],
    ['F9', 'F9', {}, ['f9']],
    ['Escape, which closes', 'Escape', {}, []],
    ['Tab, which moves', 'Tab', {}, []],
    ['Shift alone', 'Shift', { shiftKey: true }, []],
    ['a dead key', 'Dead', { code: 'Equal' }, []],
  ])('of %s', (_what, key, init, expected) => expect(names(key, init)).toEqual(expected))

  it.each([
    ['? (Shift+ß)', '?', { shiftKey: true, code: 'Minus' }, ['?']],
    ['/ (Shift+7)', '/', { shiftKey: true, code: 'Digit7' }, ['/']],
    ['Z, where others have Y', 'z', { ctrlKey: true, code: 'KeyY' }, ['mod+z']],
    ['ü', 'ü', { code: 'BracketLeft' }, ['ü']],
  ])('on a German keyboard: %s', (_what, key, init, expected) => expect(names(key, init)).toEqual(expected))

  it('on a German keyboard: [ by AltGr+8, which some browsers report as Ctrl+Alt as well', () => {
    expect(names('[', { code: 'Digit8', ctrlKey: true, altKey: true, modifierAltGraph: true })).toEqual(['['])
  })

  it('on a Mac: Option types a character but still counts as Alt and the key', () => {
    expect(names('˚', { altKey: true, code: 'KeyK' })).toEqual(['alt+k'])
    expect(names('¡', { altKey: true, code: 'Digit1' })).toEqual(['alt+1'])
    // On a German keyboard, the only way to type it.
    expect(names('[', { altKey: true, code: 'Digit5' })).toEqual(['alt+[', '[', 'alt+5'])
  })

  it('without Latin letters: the letter at that position', () => {
    expect(names('л', { ctrlKey: true, code: 'KeyK' })).toEqual(['mod+k'])
    expect(names('П', { shiftKey: true, code: 'KeyG' })).toEqual(['shift+g'])
    // On a French AZERTY keyboard, the 2 key types é.
    expect(names('é', { code: 'Digit2' })).toEqual(['é'])
  })
})

it('treats text fields as typing targets, but not buttons', () => {
  document.body.innerHTML =
    '<input><input type="checkbox"><textarea></textarea><button></button><p contenteditable="true"></p><select></select><p role="textbox"></p><a href="#"></a>'
  expect([...document.body.children].map(isTextInput)).toEqual([true, false, true, false, true, true, true, false])
})
