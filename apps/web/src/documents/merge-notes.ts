import type { Note, Notes } from '@aerie/wire/workspace/workspace'
import { mergeText, type Sides } from './merge-text.ts'

/** Notes of two windows, as one: line by line, so that what was typed in either is there. */
export function mergeNotes({ base, mine, theirs }: Sides<Notes>): Notes {
  const coins = new Set([...Object.keys(theirs.coins), ...Object.keys(mine.coins)])
  const merged = [...coins].flatMap((symbol) => {
    const note = mergeNote({ base: base.coins[symbol] ?? null, mine: mine.coins[symbol] ?? null, theirs: theirs.coins[symbol] ?? null })
    return note === null ? [] : [[symbol, note] as const]
  })
  return { general: mergeNote({ base: base.general, mine: mine.general, theirs: theirs.general }), coins: Object.fromEntries(merged) }
}

const textOf = (note: Note | null): string => note?.text ?? ''

function mergeNote({ base, mine, theirs }: Sides<Note | null>): Note | null {
  const text = mergeText({ base: textOf(base), mine: textOf(mine), theirs: textOf(theirs) })
  if (text === textOf(theirs)) return text === '' ? null : theirs
  return text === '' ? null : { text, changed_at: Math.max(mine?.changed_at ?? 0, theirs?.changed_at ?? 0) }
}
