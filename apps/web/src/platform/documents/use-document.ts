import { type DocumentKind, ONLY_DOCUMENT } from '@aerie/wire/workspace/document'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useSession } from '../session/session.ts'
import type { DocumentValue, KindSpec } from './document-spec.ts'
import { documentAt, holdDocument } from './open-documents.ts'
import type { Change, DocumentState } from './synced-document.ts'

export type UserDocument<K extends DocumentKind> = DocumentState<DocumentValue<K>> & {
  /** Applies a change at once and saves it. It may be applied again to a newer state; see `Change`. */
  readonly change: (next: Change<DocumentValue<K>>) => void
  readonly retry: () => void
}

/** @example const { value, change } = useDocument(WATCHLISTS) change((old) => ({ lists: old.lists.filter(({ id }) => id !== gone) })) */
export function useDocument<K extends DocumentKind>(spec: KindSpec<K>, name: string = ONLY_DOCUMENT): UserDocument<K> {
  const owner = useSession((state) => state.user?.user_id ?? null)
  const document = useMemo(() => documentAt({ spec, name, owner }), [spec, name, owner])
  useEffect(() => holdDocument(document), [document])
  const state = useStore(document.store)
  return useMemo(() => ({ ...state, change: (next) => document.change(next), retry: () => document.saveNow() }), [document, state])
}
