import { describe, expect, it } from 'vitest'
import { SEQUENCE_MS, shortcutReader } from './shortcut-reader.ts'

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
