import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MOST_USED_IDS, UsedIds } from './used-ids.ts'

const idsFrom = (start: number, count: number): string[] => Array.from({ length: count }, (_, n) => `order-${start + n}`)

it('recognises every used id, whatever its format', () => {
  const known = (ids: readonly string[], more: readonly string[]) => {
    const used = new UsedIds(ids)
    for (const id of more) used.add(id)
    return [...ids, ...more].every((id) => used.mayHave(id))
  }
  const id = fc.string({ minLength: 1, maxLength: 36, unit: 'binary' })
  expect(() => fc.assert(fc.property(fc.array(id), fc.array(id), known))).not.toThrow()
})

it('rarely mistakes another id for a used one when filled to capacity', () => {
  const used = new UsedIds(idsFrom(0, MOST_USED_IDS / 2))
  for (const id of idsFrom(MOST_USED_IDS / 2, MOST_USED_IDS / 2 - 1)) used.add(id)
  expect(used.isFull).toBe(false)
  const wrong = idsFrom(1_000_000, 20_000).filter((id) => used.mayHave(id)).length
  expect(wrong).toBeLessThan(60)
})

it('reports every id as possibly used once it is full, and when there are too many', () => {
  const used = new UsedIds([])
  for (const id of idsFrom(0, 2_048)) used.add(id)
  expect([used.isFull, used.mayHave('never')]).toEqual([true, true])
  expect(new UsedIds(undefined).mayHave('never')).toBe(true)
})

it('does not need another read when there are too many', () => {
  const used = new UsedIds(undefined)
  used.add('one')
  expect([used.isFull, used.mayHave('never')]).toEqual([false, true])
})
