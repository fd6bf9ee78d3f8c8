import type { ChartSettings } from '@aerie/wire/market/charts'
import { type DocumentBody, type DocumentKind, documentBodies, documentVersion } from '@aerie/wire/workspace/workspace'
import * as z from 'zod/mini'
import { type UnsentStore, unsentStore } from '../lib/storage/unsent-store.ts'
import * as WORDS from './document-words.ts'
import { mergeChart } from './merge-chart.ts'
import { mergeJson } from './merge-json.ts'
import { mergeNotes } from './merge-notes.ts'
import type { Sides } from './merge-text.ts'

export type Merge<T> = (sides: Sides<T>) => T
/** What a document of a kind is before it was ever saved, how it is read, and how two that were made of the same are joined. */
export type DocumentSpec<T> = {
  readonly schema: z.core.$ZodType
  readonly initial: T
  readonly merge: Merge<T>
  /** Whether this browser keeps it for somebody who is not logged in; else it stays as it begins. */
  readonly isKeptForGuests?: boolean
  /** What to say where another window's changes joined those that were made here. */
  readonly joinedText?: string
}

/** A layout that was never saved is none; everything else begins with its defaults. */
export type DocumentValue<K extends DocumentKind> = K extends 'layout' ? DocumentBody<K> | null : DocumentBody<K>

/** What joins records and lists of things that have an id. */
const byParts = <T>(sides: Sides<T>): T => mergeJson(sides) as T // fields and items come from one side or the other
/** What is only right as a whole. */
const mineAsItIs = <T>({ mine }: Sides<T>): T => mine

const begun = <K extends Exclude<DocumentKind, 'layout' | 'chart'>>(
  kind: K,
  merge: Merge<DocumentValue<K>> = byParts,
): DocumentSpec<DocumentValue<K>> => ({
  schema: documentBodies[kind],
  initial: z.parse(documentBodies[kind] as z.core.$ZodType, {}) as DocumentValue<K>, // the kind's own schema
  merge,
})

const chart: DocumentSpec<ChartSettings> = {
  schema: documentBodies.chart,
  initial: z.parse(documentBodies.chart, { indicators: [{ name: 'VOL', parameters: [20] }] }),
  merge: mergeChart,
  isKeptForGuests: true,
  joinedText: WORDS.bothChangesKept,
}

const SPECS: { readonly [K in DocumentKind]: DocumentSpec<DocumentValue<K>> } = {
  layout: { schema: documentBodies.layout, initial: null, merge: mineAsItIs },
  chart,
  watchlists: begun('watchlists'),
  checklist: begun('checklist'),
  notes: begun('notes', mergeNotes),
  shortcuts: begun('shortcuts'),
  present: begun('present'),
  risk: begun('risk'),
  guide: begun('guide'),
}

/** How documents of `kind` begin, are read and are joined. */
export const specOf = <K extends DocumentKind>(kind: K): DocumentSpec<DocumentValue<K>> => SPECS[kind] as DocumentSpec<DocumentValue<K>> // an index by K gives the union

/** What was made here, and of which save. */
export type Stored<T> = { readonly version: number; readonly body: T; readonly mine: T }

/** Where this browser keeps a document until the server has it. @param ownName see `unsentStore` */
export function storedDocument<T>(prefix: string, { schema }: DocumentSpec<T>, ownName?: string): UnsentStore<Stored<T>> {
  const stored = z.object({ version: documentVersion, body: z.nullable(schema), mine: z.nullable(schema) })
  return unsentStore(prefix, stored, ownName) as UnsentStore<Stored<T>> // the spec's schema gives T
}
