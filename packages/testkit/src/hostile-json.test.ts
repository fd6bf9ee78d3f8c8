import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hostileJson } from './hostile-json.ts'
import { type JsonSchema, nearlyShapedJson, shapedValue } from './shaped-json.ts'
import { hostileEvents } from './socket-packets.ts'

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    symbol: { type: 'string', pattern: '^[A-Z]{2,5}$' },
    size: { type: 'integer', minimum: 1, maximum: 50 },
    side: { enum: ['buy', 'sell'] },
    legs: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] }, maxItems: 3 },
  },
  required: ['symbol', 'size', 'side'],
}
const isOfSchema = (value: unknown): boolean => {
  const { symbol, size, side, legs = [] } = value as { symbol: string; size: number; side: string; legs?: unknown[] }
  return (
    typeof symbol === 'string' &&
    /^[A-Z]{2,5}$/.test(symbol) &&
    Number.isInteger(size) &&
    size >= 1 &&
    size <= 50 &&
    ['buy', 'sell'].includes(side) &&
    Array.isArray(legs) &&
    legs.length <= 3 &&
    legs.every((leg) => leg === null || typeof leg === 'number')
  )
}

it('generates JSON that is parseable but has hostile content', () =>
  fc.assert(
    fc.property(hostileJson, (text) => {
      expect(() => void JSON.parse(text)).not.toThrow()
    }),
  ))

it('generates what a schema allows', () =>
  fc.assert(
    fc.property(shapedValue(SCHEMA), (value) => {
      expect(isOfSchema(value)).toBe(true)
    }),
  ))

it('generates known values for the fields that have some', () => {
  const made = fc.sample(shapedValue(SCHEMA, { symbol: ['BTC'] }), { numRuns: 200, seed: 1 }) as { symbol: string }[]
  expect(made.filter(({ symbol }) => symbol === 'BTC').length).toBeGreaterThan(120)
})

it('generates JSON that almost matches a schema', () => {
  const texts = fc.sample(nearlyShapedJson(SCHEMA), { numRuns: 500, seed: 1 })
  for (const text of texts) JSON.parse(text)
  expect(texts.filter((text) => !isOfSchema(JSON.parse(text) ?? {})).length).toBeGreaterThan(200)
})

it('generates the same packets from the same seed, none larger than servers accept', () => {
  const make = () => fc.sample(hostileEvents('/live', { book: SCHEMA }), { numRuns: 1_000, seed: 3 })
  expect(make()).toEqual(make())
  for (const frame of make().flatMap(({ frames }) => frames)) expect(Buffer.byteLength(frame)).toBeLessThan(64 * 1024)
})
