import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { touchAction, wallActionOf } from '../input/use-wall-input.ts'
import { changeText } from '../messages.ts'
import { fontShareOf, NOTE_ARC_MIN, READING_ARC_MIN } from '../test/reading-size.ts'
import { tileLabel } from '../use-box.ts'

it('computes type size from the visual angle: 16 arcmin at 5 m is a cap height of 23.3 mm, 4.67 % of a 55 inch panel', () => {
  // 2 d tan(a / 2) = 23.27 mm; Inter's cap height is 1490 of 2048 units; the panel is 684.9 mm high.
  expect(fontShareOf(READING_ARC_MIN)).toBeCloseTo(23.271 / (1490 / 2048) / 684.9, 4)
  expect(fontShareOf(READING_ARC_MIN, { distanceMm: 2500, diagonalInches: 55 })).toBeCloseTo(fontShareOf(READING_ARC_MIN) / 2, 4)
  expect(fontShareOf(NOTE_ARC_MIN)).toBeCloseTo(0.0292, 4)
})

it('uses that type size in its style sheet', () => {
  const css = readFileSync(join(import.meta.dirname, '../present.css'), 'utf8')
  const size = (name: string) => {
    const [, vh, vw] = new RegExp(`--${name}: max\\(\\d+px, min\\(([\\d.]+)vh, ([\\d.]+)vw\\)\\)`).exec(css) ?? []
    return Math.min(Number(vh) / 100, (Number(vw) / 100) * (16 / 9))
  }
  expect(size('wall-read')).toBeGreaterThanOrEqual(fontShareOf(READING_ARC_MIN))
  expect(size('wall-note')).toBeGreaterThanOrEqual(fontShareOf(NOTE_ARC_MIN))
})

const SIZES = { readPx: 50, notePx: 32 }
it.each([
  [
    { width: 1000, height: 700 },
    { px: 85, lines: 3 },
  ],
  [
    { width: 400, height: 200 },
    { px: 50, lines: 3 },
  ],
  [
    { width: 300, height: 140 },
    { px: 50, lines: 2 },
  ],
  [
    { width: 190, height: 90 },
    { px: 32, lines: 2 },
  ],
  [
    { width: 150, height: 75 },
    { px: 50, lines: 1 },
  ],
  [
    { width: 100, height: 50 },
    { px: 32, lines: 1 },
  ],
  [
    { width: 60, height: 300 },
    { px: 32, lines: 0 },
  ],
  [
    { width: 300, height: 30 },
    { px: 32, lines: 0 },
  ],
] as const)('labels a tile of %o with %o', (room, label) => expect(tileLabel('BTC', room, SIZES)).toEqual(label))

it('never labels a tile in type too small to read', () => {
  for (let side = 5; side < 600; side += 7) expect(tileLabel('TRUMP', { width: side, height: side }, SIZES).px).toBeGreaterThanOrEqual(32)
})

const press = (key: string, more: object = {}) =>
  wallActionOf({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    repeat: false,
    defaultPrevented: false,
    target: null,
    ...more,
  })

it('recognises its keys, and ignores those with modifiers', () => {
  expect([' ', 'ArrowRight', 'ArrowLeft', 'Escape', 'f', 'F', 's'].map((key) => press(key)?.kind)).toEqual([
    'hold',
    'next',
    'back',
    'leave',
    'fullscreen',
    'fullscreen',
    'settings',
  ])
  expect([press('1'), press('4')]).toEqual([
    { kind: 'scene', scene: 'map' },
    { kind: 'scene', scene: 'movers' },
  ])
  for (const key of ['0', '5', '9', 'x', 'Enter', 'Tab', '1.5']) expect(press(key)).toBeNull()
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'defaultPrevented'])
    expect(press('f', { [modifier]: true })).toBeNull()
})

it('does not toggle hold while a key is held down, but keeps skipping', () => {
  expect([press(' ', { repeat: true }), press('ArrowRight', { repeat: true })?.kind]).toEqual([null, 'next'])
})

it.each([
  [{ dx: 0, dy: 0, ms: 80 }, 'hold'],
  [{ dx: 5, dy: -5, ms: 80 }, 'hold'],
  [{ dx: 5, dy: 5, ms: 2_000 }, undefined],
  [{ dx: -80, dy: 10, ms: 200 }, 'next'],
  [{ dx: 80, dy: 10, ms: 200 }, 'back'],
  [{ dx: 80, dy: 90, ms: 200 }, undefined],
  [{ dx: 30, dy: 0, ms: 200 }, undefined],
])('interprets a touch of %o as %s', (touch, kind) => expect(touchAction(touch)?.kind).toBe(kind))

it('describes a change in words, including an unknown one', () => {
  expect(changeText({ known: true, value: -1.234 }, '24h')).toBe('down 1.23% over 24 hours')
  expect(changeText({ known: true, value: 0.001 }, '1h')).toBe('0.00% over 1 hour')
  expect(changeText({ known: false, reason: 'no-history' }, '7d')).toBe('change over 7 days not known')
})
