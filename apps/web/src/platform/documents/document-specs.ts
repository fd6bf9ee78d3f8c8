import type { DocumentKind } from '@aerie/wire/workspace/document'
import { documentBodies, type Note, type Notes } from '@aerie/wire/workspace/workspace'
import * as z from 'zod/mini'
import type { DocumentValue, KindSpec, Merge } from './document-spec.ts'
import { mergeChart } from './merge-chart.ts'
import { mergeJson } from './merge-json.ts'
import { mergeText, type Sides } from './merge-text.ts'

const byParts = <T>(sides: Sides<T>): T => mergeJson(sides) as T // fields and items come from one side or the other

const begun = <K extends Exclude<DocumentKind, 'layout' | 'chart'>>(kind: K, merge: Merge<DocumentValue<K>> = byParts): KindSpec<K> => ({
  kind,
  schema: documentBodies[kind],
  initial: z.parse(documentBodies[kind] as z.core.$ZodType, {}) as DocumentValue<K>, // the kind's own schema
  merge,
})

export const CHART: KindSpec<'chart'> = {
  kind: 'chart',
  schema: documentBodies.chart,
  initial: z.parse(documentBodies.chart, { indicators: [{ name: 'VOL', parameters: [20] }] }),
  merge: mergeChart,
  isKeptForGuests: true,
  joinedText: 'This chart was also changed in another window. Both changes were kept.',
}
export const WATCHLISTS = begun('watchlists')
export const CHECKLIST = begun('checklist')
export const NOTES = begun('notes', mergeNotes)
export const SHORTCUTS = begun('shortcuts')
export const PRESENT = begun('present')
export const RISK = begun('risk')
export const GUIDE = begun('guide')

/** Merges line by line, so text typed in either window is kept. */
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
