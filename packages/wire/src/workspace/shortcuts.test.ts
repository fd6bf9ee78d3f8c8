import { describe, expect, it } from 'vitest'
import { MOST_KEY_CHOICES, shortcutChoices, shortcutKeys } from './shortcuts.ts'

describe('the keys of a shortcut', () => {
  it.each(['', 'g h', 'mod+shift+f', '?', '/', '+', 'mod++', 'alt+arrowleft', 'ü', 'mod+alt+shift+f12', 'shift+t x'])('can be %j', (keys) =>
    expect(shortcutKeys.safeParse(keys).success).toBe(true),
  )
  it.each([' ', 'G', 'g h j', 'shift+mod+f', 'mod+', 'ctrl+f x ', 'a\u0000', '\u202e', 'x'.repeat(61)])('cannot be %j', (keys) =>
    expect(shortcutKeys.safeParse(keys).success).toBe(false),
  )
})

describe("a user's shortcuts", () => {
  it('are empty by default, and contain only keys', () => {
    expect(shortcutChoices.parse({})).toEqual({ keys: {} })
    expect(shortcutChoices.safeParse({ keys: {}, more: 1 }).success).toBe(false)
    expect(shortcutChoices.safeParse({ keys: { palette: 5 } }).success).toBe(false)
  })
  it('are limited in number', () => {
    const keys = (count: number) => ({ keys: Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, ''])) })
    expect(shortcutChoices.safeParse(keys(MOST_KEY_CHOICES)).success).toBe(true)
    expect(shortcutChoices.safeParse(keys(MOST_KEY_CHOICES + 1)).success).toBe(false)
  })
})
