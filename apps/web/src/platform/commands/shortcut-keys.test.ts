import { afterEach, describe, expect, it, vi } from 'vitest'
import { ariaKeys, keyLabels, keysText } from './shortcut-keys.ts'

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
