import { type DocumentKind, ONLY_DOCUMENT } from '@aerie/wire/workspace/document'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useSession } from '../session/session.ts'
import type { DocumentValue, KindSpec } from './document-spec.ts'
import { documentAt, holdDocument } from './open-documents.ts'
import type { Change, DocumentState } from './synced-document.ts'

/** A document of the user's own, as it is here and on the server. */
export type UserDocument<K extends DocumentKind> = DocumentState<DocumentValue<K>> & {
  /** Shows a change at once and saves it by itself. See `Change`: it may be made again on a newer state. */
  readonly change: (next: Change<DocumentValue<K>>) => void
  /** Sends now what is not saved, or reads again what could not be read. */
  readonly retry: () => void
}

/**
 * The user's own document of a kind: kept on the server, the same in every window. A layout that was never saved is null; all
 * others begin with their defaults.
 *
 * @example
 * const { value, change } = useDocument(WATCHLISTS)
 * change((old) => ({ lists: old.lists.filter(({ id }) => id !== gone) }))
 */
export function useDocument<K extends DocumentKind>(spec: KindSpec<K>, name: string = ONLY_DOCUMENT): UserDocument<K> {
  const owner = useSession((state) => state.user?.user_id ?? null)
  const document = useMemo(() => documentAt({ spec, name, owner }), [spec, name, owner])
  useEffect(() => holdDocument(document), [document])
  const state = useStore(document.store)
  return useMemo(() => ({ ...state, change: (next) => document.change(next), retry: () => document.saveNow() }), [document, state])
}
