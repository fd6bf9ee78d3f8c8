import { describe, expect, it } from 'vitest'
import { isTextInput, keyNames } from './key-names.ts'

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
