import type { DocumentKind } from '@aerie/wire/workspace/document'
import { documentBodies } from '@aerie/wire/workspace/workspace'
import * as z from 'zod/mini'
import type { DocumentValue, KindSpec, Merge } from './document-spec.ts'
import { mergeChart } from './merge-chart.ts'
import { mergeJson } from './merge-json.ts'
import { mergeNotes } from './merge-notes.ts'
import type { Sides } from './merge-text.ts'

/** What joins records and lists of things that have an id. */
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
