import { type DocumentKind, documentVersion } from '@aerie/wire/workspace/document'
import { layout } from '@aerie/wire/workspace/layout'
import type { DocumentBody } from '@aerie/wire/workspace/workspace'
import * as z from 'zod/mini'
import { type UnsentStore, unsentStore } from '../storage/unsent-store.ts'
import type { Sides } from './merge-text.ts'

export type Merge<T> = (sides: Sides<T>) => T
export type DocumentSpec<T> = {
  readonly schema: z.core.$ZodType
  readonly initial: T
  readonly merge: Merge<T>
  /** Whether this browser stores it for guests; otherwise it keeps its initial value. */
  readonly isKeptForGuests?: boolean
  /** Message shown when another window's changes were merged with local ones. */
  readonly joinedText?: string
}

/** A layout that was never saved is null; every other kind starts with its defaults. */
export type DocumentValue<K extends DocumentKind> = K extends 'layout' ? DocumentBody<K> | null : DocumentBody<K>
export type KindSpec<K extends DocumentKind> = DocumentSpec<DocumentValue<K>> & { readonly kind: K }

/** Layouts are never merged: one is only valid as a whole. Other kinds are in `document-specs.ts` to keep this chunk small. */
export const LAYOUT: KindSpec<'layout'> = { kind: 'layout', schema: layout, initial: null, merge: ({ mine }) => mine }

/** Names a document in the keys of this browser's storage. */
export const pathOf = (kind: DocumentKind, name: string): string => `${kind}/${encodeURIComponent(name)}`

export type Stored<T> = { readonly version: number; readonly body: T; readonly mine: T }

/** Stores a document in this browser until the server has it. @param ownName see `unsentStore` */
export function storedDocument<T>(prefix: string, { schema }: DocumentSpec<T>, ownName?: string): UnsentStore<Stored<T>> {
  const stored = z.object({ version: documentVersion, body: z.nullable(schema), mine: z.nullable(schema) })
  return unsentStore(prefix, stored, ownName) as UnsentStore<Stored<T>> // the spec's schema gives T
}
