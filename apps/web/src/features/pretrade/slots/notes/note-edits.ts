import { MOST_COINS_KEPT, type Note, type Notes } from '@aerie/wire/workspace/workspace'
import { mergeText } from '../../../../documents/merge-text.ts'

/** Which note: that of a coin, or the one on everything. */
export type NoteKey = string | null

export const noteAt = (notes: Notes, place: NoteKey): Note | null =>
  place === null ? notes.general : Object.hasOwn(notes.coins, place) ? (notes.coins[place] ?? null) : null

export const noteText = (notes: Notes, place: NoteKey): string => noteAt(notes, place)?.text ?? ''

type Typed = { readonly place: NoteKey; readonly base: string; readonly text: string; readonly at: number }

/** What was typed into a note that read `base`: where another window changed it meanwhile, the lines of both are there. */
export const typeNote =
  ({ place, base, text, at }: Typed) =>
  (old: Notes): Notes => {
    const merged = mergeText({ base, mine: text.toWellFormed(), theirs: noteText(old, place) })
    const note = merged === '' ? null : { text: merged, changed_at: at }
    if (place === null) return { ...old, general: note }
    const { [place]: _, ...others } = old.coins
    return { ...old, coins: note === null ? others : { ...others, [place]: note } }
  }

/** Whether there is room for a note on one more coin. */
export const hasRoomFor = ({ coins }: Notes, place: NoteKey): boolean =>
  place === null || Object.hasOwn(coins, place) || Object.keys(coins).length < MOST_COINS_KEPT

/** A note that was found, with the line in which it was. */
export type FoundNote = { readonly place: NoteKey; readonly line: string; readonly changedAt: number }

/** Notes in which every typed word is, newest first; all notes where nothing is typed. */
export function searchNotes(notes: Notes, typed: string): readonly FoundNote[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const all: (readonly [NoteKey, Note | null])[] = [[null, notes.general], ...Object.entries(notes.coins)]
  return all
    .flatMap(([place, note]) => {
      if (note === null) return []
      const text = `${place ?? 'general'}\n${note.text}`.toLowerCase()
      if (!words.every((word) => text.includes(word))) return []
      const lines = note.text.split('\n').filter((line) => line.trim() !== '')
      const line = lines.find((each) => words.some((word) => each.toLowerCase().includes(word))) ?? lines[0] ?? ''
      return [{ place, line, changedAt: note.changed_at }]
    })
    .toSorted((a, b) => b.changedAt - a.changedAt)
}
