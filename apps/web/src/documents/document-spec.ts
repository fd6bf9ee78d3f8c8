import { type DocumentKind, documentVersion } from '@aerie/wire/workspace/document'
import { layout } from '@aerie/wire/workspace/layout'
import type { DocumentBody } from '@aerie/wire/workspace/workspace'
import * as z from 'zod/mini'
import { type UnsentStore, unsentStore } from '../lib/storage/unsent-store.ts'
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
/** The spec of one kind. */
export type KindSpec<K extends DocumentKind> = DocumentSpec<DocumentValue<K>> & { readonly kind: K }

/** A layout, which is only right as a whole. All other kinds: `document-specs.ts`, which screens that only have a layout need not load. */
export const LAYOUT: KindSpec<'layout'> = { kind: 'layout', schema: layout, initial: null, merge: ({ mine }) => mine }

/** What was made here, and of which save. */
export type Stored<T> = { readonly version: number; readonly body: T; readonly mine: T }

/** Where this browser keeps a document until the server has it. @param ownName see `unsentStore` */
export function storedDocument<T>(prefix: string, { schema }: DocumentSpec<T>, ownName?: string): UnsentStore<Stored<T>> {
  const stored = z.object({ version: documentVersion, body: z.nullable(schema), mine: z.nullable(schema) })
  return unsentStore(prefix, stored, ownName) as UnsentStore<Stored<T>> // the spec's schema gives T
}
