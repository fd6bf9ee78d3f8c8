import { expect, it } from 'vitest'
import { LAYOUT_LIMIT, MIRROR_VERSION, mirrorMessage, parseMirrorMessage } from './mirror.ts'

const UUID = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'
const envelope = { v: MIRROR_VERSION, user: '0123456789abcdef', session: UUID, from: UUID, seq: 1, term: 1 }
const window = { id: UUID, place: 'mirror-1', openedAt: 1, isFullscreen: false, isDetached: false }
const instrument = { type: 'fdc3.instrument', id: { ticker: 'BTC' }, name: 'Bitcoin' }
const range = { type: 'fdc3.timeRange', startTime: '2026-01-01T00:00:00.000Z', endTime: '2026-01-02T00:00:00.000Z' }
const chart = { type: 'fdc3.chart', instruments: [instrument], range, style: 'candle' }
const EXAMPLES: Readonly<Record<string, object>> = {
  hello: { window },
  present: { window },
  bye: {},
  lead: {},
  ask: {},
  state: { state: { channels: [{ channel: 1, chart, interval: '1h', hours: 24 }], layout: '{}' } },
  instrument: { channel: 1, context: instrument },
  timeframe: { channel: 8, interval: '4h', hours: 6 },
  range: { channel: 1, context: range },
  cursor: { channel: 1, at: { time: 1, price: null } },
  layout: { layout: '{}' },
  'layout-fragment': { fragment: '{}' },
  mode: { mode: 'ALL' },
  logout: {},
}
const messages = Object.entries(EXAMPLES).map(([type, body]) => ({ ...envelope, type, ...body }))

it('has an example of every message, and accepts each', () => {
  const types = mirrorMessage.def.options.map((option) => [...option.def.shape.type.def.values][0])
  expect(new Set(types)).toEqual(new Set(Object.keys(EXAMPLES)))
  for (const message of messages) expect(parseMirrorMessage(message)).toEqual(message)
})

function objectPaths(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([key, item]) => objectPaths(item, [...path, key]))
  return Array.isArray(value) ? inside : [path, ...inside]
}
const at = (value: object, path: readonly (string | number)[]): Record<string, unknown> =>
  path.reduce<Record<string, unknown>>((inner, key) => inner[key] as Record<string, unknown>, value as Record<string, unknown>)

it('is closed: rejects an order, signature, form or secret at any depth', () => {
  const smuggled = { order: { side: 'buy', size: '1' }, signature: '0xdead', password: 'x', token: 'x', form: { email: 'x' } }
  let tried = 0
  for (const message of messages)
    for (const path of objectPaths(message))
      for (const [key, value] of Object.entries(smuggled)) {
        const copy = structuredClone(message)
        at(copy, path)[key] = value
        expect(parseMirrorMessage(copy), `${message.type} at ${path.join('.')} with ${key}`).toBe('malformed')
        tried += 1
      }
  expect(tried).toBeGreaterThan(100)
  for (const type of ['order', 'order.place', 'signature', 'form', 'token', '__proto__', 'constructor'])
    expect(parseMirrorMessage({ ...envelope, type })).toBe('malformed')
})

it('distinguishes another version from malformed data', () => {
  expect(parseMirrorMessage({ ...envelope, v: 2, type: 'bye' })).toBe('version')
  expect(parseMirrorMessage({ ...envelope, v: 0, type: 'anything' })).toBe('version')
  for (const bad of [
    undefined,
    null,
    1,
    'bye',
    [],
    {},
    { v: '1' },
    { ...envelope, type: 'bye', seq: 0 },
    { ...envelope, type: 'bye', from: 'me' },
  ])
    expect(parseMirrorMessage(bad)).toBe('malformed')
})

it('refuses a layout over 256 kB', () => {
  const layout = (length: number) => parseMirrorMessage({ ...envelope, type: 'layout', layout: 'x'.repeat(length) })
  expect(layout(LAYOUT_LIMIT)).not.toBe('malformed')
  expect(layout(LAYOUT_LIMIT + 1)).toBe('malformed')
  expect(layout(10_000_000)).toBe('malformed')
})
