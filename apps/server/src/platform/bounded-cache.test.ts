import fc from 'fast-check'
import { expect, it } from 'vitest'
import { boundedCache } from './bounded-cache.ts'

const ENTRY = 202 // an entry with a one-letter key, without its value

it('returns a value until it expires, then drops it', () => {
  let now = 0
  const cache = boundedCache<string>({ maxEntries: 5, maxAgeMs: 100, now: () => now })
  cache.set('a', 'x')
  now = 99
  expect(cache.get('a')).toBe('x')
  now = 100
  expect(cache.get('a')).toBeUndefined()
  expect([cache.size(), cache.bytes()]).toEqual([0, 0])
})

it('evicts the oldest entries when there are too many entries or bytes', () => {
  const cache = boundedCache<number>({ maxEntries: 3, maxBytes: 3 * ENTRY + 100, maxAgeMs: 100, now: () => 0 })
  for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) cache.set(key, index)
  expect(['a', 'b', 'c', 'd'].map(cache.get)).toEqual([undefined, 1, 2, 3])
  cache.set('e', 9, 300)
  expect(['c', 'd', 'e'].map(cache.get)).toEqual([undefined, 3, 9])
  cache.set('f', 9, 10_000)
  expect(cache.get('f')).toBeUndefined()
  expect(cache.get('e')).toBe(9)
})

it('renews the age of an entry that is set again, and counts its bytes once', () => {
  let now = 0
  const cache = boundedCache<number>({ maxEntries: 5, maxAgeMs: 100, now: () => now })
  cache.set('a', 1, 50)
  now = 60
  cache.set('a', 2, 10)
  now = 120
  expect([cache.get('a'), cache.bytes()]).toEqual([2, ENTRY + 10])
})

it('respects its limits and keeps the byte total correct through any sequence of operations', () => {
  const step = fc.record({
    key: fc.string({ maxLength: 3 }),
    bytes: fc.nat(2_000),
    pause: fc.nat(40),
    what: fc.constantFrom('set' as const, 'get' as const, 'delete' as const),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = 0
      const cache = boundedCache<number>({ maxEntries: 7, maxBytes: 5_000, maxAgeMs: 100, now: () => now })
      for (const { key, bytes, pause, what } of steps) {
        now += pause
        if (what === 'set') cache.set(key, bytes, bytes)
        else cache[what](key)
        expect(cache.size()).toBeLessThanOrEqual(7)
        expect(cache.bytes()).toBeLessThanOrEqual(5_000)
      }
      cache.deleteWhere(() => true)
      expect([cache.size(), cache.bytes()]).toEqual([0, 0])
    }),
  )
})
