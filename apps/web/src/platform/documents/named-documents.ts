import {
  type DocumentKind,
  type DocumentList,
  deleteDocument as deletion,
  getDocument,
  listDocuments,
  saveDocument,
} from '@aerie/wire/workspace/document'
import { type DocumentBody, documentBodies } from '@aerie/wire/workspace/workspace'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { api } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import { openMessages } from '../live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../live/notices.ts'
import { useSession } from '../session/session.ts'
import { openDocument } from './open-documents.ts'

const documentNamesQuery = (kind: DocumentKind, owner: string | null) =>
  queryOptions({
    queryKey: ['documents', kind, owner] as const,
    queryFn: ({ signal }): Promise<DocumentList> => api(listDocuments, { params: { kind }, signal }),
    enabled: owner !== null,
  })

/** Sorted alphabetically; refetched whenever a document is saved or deleted. */
export function useDocumentNames(kind: DocumentKind) {
  const owner = useSession((state) => state.user?.user_id ?? null)
  useEffect(() => {
    openMessages()
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['documents', kind] })
    const stops = [
      onNotice((notice) => notice.kind === 'workspace' && notice.document === kind && readAgain()),
      onNoticesResumed(readAgain),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [kind])
  return useQuery(documentNamesQuery(kind, owner), queryClient)
}

/** The saved document of that name, null: none; refetched whenever one of its kind is saved or deleted while `useDocumentNames` is used. */
export function useNamedDocument<K extends DocumentKind>(kind: K, name: string | null) {
  const owner = useSession((state) => state.user?.user_id ?? null)
  return useQuery(
    {
      queryKey: ['documents', kind, owner, name],
      queryFn: (): Promise<DocumentBody<K> | null> => readDocument(kind, name ?? ''),
      enabled: owner !== null && name !== null,
    },
    queryClient,
  )
}

export async function readDocument<K extends DocumentKind>(kind: K, name: string): Promise<DocumentBody<K> | null> {
  const { version, body } = await api(getDocument, { params: { kind, name } })
  if (version === 0) return null
  const schema: z.core.$ZodType = documentBodies[kind]
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data as DocumentBody<K> // the kind's own schema
  throw new ApiError({ code: 'bad_answer', status: 200, detail: '', cause: parsed.error })
}

/** @throws ApiError conflict if the name is taken; rule_broken if there are too many */
export async function createDocument<K extends DocumentKind>(kind: K, name: string, body: DocumentBody<K>): Promise<void> {
  const { version } = await api(saveDocument, { params: { kind, name }, body: { version: 0, body } })
  openDocument(kind, name)?.refresh(version)
}

/** Also discards unsaved changes in this window. @throws ApiError */
export async function deleteDocument(kind: DocumentKind, name: string): Promise<void> {
  await api(deletion, { params: { kind, name } })
  openDocument(kind, name)?.discard()
}
