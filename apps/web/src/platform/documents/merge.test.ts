import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergeNotes } from './document-specs.ts'
import { isSame, mergeJson } from './merge-json.ts'
import { mergeText } from './merge-text.ts'

const json = fc.jsonValue({ maxDepth: 3 })
const item = (id: string, text = id) => ({ id, text })
const text = fc.array(fc.constantFrom('a', 'b', 'c', 'long line', ''), { maxLength: 8 }).map((lines) => lines.join('\n'))

it('returns the changes of one side when the other changed nothing', () =>
  fc.assert(
    fc.property(json, json, (base, made) => {
      expect(mergeJson({ base, mine: made, theirs: base })).toEqual(made)
      expect(mergeJson({ base, mine: base, theirs: made })).toEqual(made)
      expect(isSame(mergeJson({ base, mine: made, theirs: made }), made)).toBe(true)
    }),
  ))

it('includes what either side added, and drops what one side removed', () => {
  const merged = mergeJson({
    base: { lists: [item('a'), item('b')] },
    mine: { lists: [item('a'), item('mine')] },
    theirs: { lists: [item('a'), item('b'), item('theirs')] },
  })
  expect(merged).toEqual({ lists: [item('a'), item('mine'), item('theirs')] })
})

it('keeps what one side changed and the other removed, in both directions', () => {
  const [base, changed] = [[item('a')], [item('a', 'x')]]
  expect(mergeJson({ base, mine: changed, theirs: [] })).toEqual(changed)
  expect(mergeJson({ base, mine: [], theirs: changed })).toEqual(changed)
})

it('takes the order of the side that moved items', () => {
  const base = ['BTC', 'ETH', 'SOL']
  expect(mergeJson({ base, mine: ['SOL', 'BTC', 'ETH'], theirs: [...base, 'ADA'] })).toEqual(['SOL', 'ADA', 'BTC', 'ETH'])
  expect(mergeJson({ base, mine: [...base, 'ADA'], theirs: ['SOL', 'BTC', 'ETH'] })).toEqual(['SOL', 'ADA', 'BTC', 'ETH'])
})

it('merges fields of records that both sides changed', () =>
  expect(mergeJson({ base: { a: 1, b: 1 }, mine: { a: 2, b: 1 }, theirs: { a: 1, b: 3, c: 4 } })).toEqual({ a: 2, b: 3, c: 4 }))

it('loses no text that either window added', () =>
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(20)), fc.uniqueArray(fc.nat(20)), fc.uniqueArray(fc.nat(20)), (a, b, c) => {
      const [base, mine, theirs] = [
        a.map(String),
        [...a.map(String), ...b.map((n) => `m${n}`)],
        [...c.map((n) => `t${n}`), ...a.map(String)],
      ]
      const merged = mergeJson({ base, mine, theirs })
      expect(new Set([merged].flat())).toEqual(new Set([...mine, ...theirs]))
    }),
  ))

it('merges texts line by line', () => {
  expect(mergeText({ base: 'one\ntwo\nthree', mine: 'ONE\ntwo\nthree', theirs: 'one\ntwo\nthree\nfour' })).toBe('ONE\ntwo\nthree\nfour')
  expect(mergeText({ base: 'one', mine: 'one mine', theirs: 'one theirs' })).toBe('one mine\none theirs')
  expect(mergeText({ base: '', mine: 'mine', theirs: 'theirs' })).toBe('mine\ntheirs')
  expect(mergeText({ base: 'one\ntwo', mine: 'two', theirs: 'one\ntwo' })).toBe('two')
})

it('has every line that either side typed, and equals one side when the other typed nothing', () =>
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      const merged = mergeText({ base, mine, theirs })
      const [lines, inBase] = [new Set(merged.split('\n')), new Set(base.split('\n'))]
      const typed = [...mine.split('\n'), ...theirs.split('\n')].filter((line) => !inBase.has(line))
      expect(typed.filter((line) => !lines.has(line))).toEqual([])
      expect(mergeText({ base, mine, theirs: base })).toBe(mine)
      expect(mergeText({ base, mine: base, theirs })).toBe(theirs)
    }),
  ))

it('merges notes coin by coin, and drops a note that was emptied', () => {
  const note = (content: string, changed_at = 1) => ({ text: content, changed_at })
  const base = { general: note('g'), coins: { BTC: note('b'), ETH: note('e') } }
  const mine = { general: note('g'), coins: { BTC: note('b\nmine', 5), ETH: note('e') } }
  const theirs = { general: note('g'), coins: { BTC: note('theirs\nb', 9), SOL: note('s') } }
  expect(mergeNotes({ base, mine, theirs })).toEqual({
    general: note('g'),
    coins: { BTC: note('theirs\nb\nmine', 9), SOL: note('s') },
  })
})
