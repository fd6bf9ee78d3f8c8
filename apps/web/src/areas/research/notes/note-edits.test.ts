import type { Notes } from '@aerie/wire/workspace/workspace'
import { expect, it } from 'vitest'
import { noteAt, noteText, searchNotes, shifted, typeNote } from './notes-slot.tsx'

const note = (text: string, changed_at = 1) => ({ text, changed_at })
const NOTES: Notes = {
  general: note('Rules\nNever average down', 10),
  coins: { BTC: note('Halving is priced in', 30), ETH: note('Watch the\nunlock of March', 20) },
}

it('writes a coin note or the general note, with the time', () => {
  expect(noteAt(typeNote({ place: 'SOL', base: '', text: 'New', at: 5 })(NOTES), 'SOL')).toEqual(note('New', 5))
  expect(noteText(typeNote({ place: null, base: NOTES.general?.text ?? '', text: 'All', at: 5 })(NOTES), null)).toBe('All')
})

it('removes a note that was emptied', () => {
  expect(typeNote({ place: 'BTC', base: 'Halving is priced in', text: '', at: 5 })(NOTES).coins).not.toHaveProperty('BTC')
  expect(noteAt(NOTES, 'constructor')).toBeNull()
})

it('merges what another window has typed meanwhile', () => {
  const theirs = typeNote({ place: 'ETH', base: 'Watch the\nunlock of March', text: 'Watch the\nunlock of March\nand gas', at: 6 })(NOTES)
  const both = typeNote({ place: 'ETH', base: 'Watch the\nunlock of March', text: 'WATCH the\nunlock of March', at: 7 })(theirs)
  expect(noteText(both, 'ETH')).toBe('WATCH the\nunlock of March\nand gas')
})

it('finds notes that contain every word, newest first, with the matching line', () => {
  expect(searchNotes(NOTES, '').map(({ place }) => place)).toEqual(['BTC', 'ETH', null])
  expect(searchNotes(NOTES, 'MARCH unlock')).toEqual([{ place: 'ETH', line: 'unlock of March', changedAt: 20 }])
  expect(searchNotes(NOTES, 'btc priced').map(({ place }) => place)).toEqual(['BTC'])
  expect(searchNotes(NOTES, 'nowhere')).toEqual([])
})

it('keeps the caret at its position in the text when lines are inserted above or below it', () => {
  expect(shifted(6, 'one\ntwo', 'zero\none\ntwo')).toBe(11)
  expect(shifted(2, 'one\ntwo', 'one\ntwo\nthree')).toBe(2)
})
