import { describe, expect, it } from 'vitest'
import { isTypingPlace, pressName, SEQUENCE_MS, shortcutReader } from './shortcut-keys.ts'

const press = (key: string, modifiers: object = {}) =>
  pressName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers })

describe('the name of a key press', () => {
  it.each([
    ['Ctrl+Shift+F', press('F', { ctrlKey: true, shiftKey: true }), 'mod+shift+f'],
    ['Cmd+Shift+M', press('m', { metaKey: true, shiftKey: true }), 'mod+shift+m'],
    ['Ctrl+K', press('k', { ctrlKey: true }), 'mod+k'],
    ['?', press('?', { shiftKey: true }), '?'],
    ['a letter under caps lock', press('G'), 'g'],
    ['Alt+K', press('k', { altKey: true }), null],
    ['Enter', press('Enter'), null],
  ])('of %s', (_what, name, expected) => expect(name).toBe(expected))
})

describe('the reader', () => {
  const reader = () => shortcutReader(new Set(['g h', 'mod+k', '?']))

  it('joins two keys that follow each other in time', () => {
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

  it('begins anew when the first key is pressed twice', () => {
    const read = reader()
    expect([read('g', 0), read('g', 10), read('h', 20)]).toEqual([null, null, 'g h'])
  })
})

it('takes text fields for places to type in, and buttons not', () => {
  document.body.innerHTML = '<input><input type="checkbox"><textarea></textarea><button></button><p contenteditable="true"></p>'
  expect([...document.body.children].map(isTypingPlace)).toEqual([true, false, true, false, true])
})
