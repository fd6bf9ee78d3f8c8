import * as z from 'zod/mini'
import { endpoint, nothing } from '../endpoint.ts'
import { epochMsField } from '../market/market.ts'
import { DOCUMENT_FIELD_MESSAGES } from './messages.ts'

/** Maximum document name length in characters. */
export const DOCUMENT_NAME_LENGTH = 60
/** Name of a document whose kind exists only once per user. */
export const ONLY_DOCUMENT = 'main'

/** Document kind, as in the path. */
export const documentKind = z.enum(['layout', 'chart', 'watchlists', 'checklist', 'notes', 'shortcuts', 'present', 'risk', 'guide'])
export type DocumentKind = z.output<typeof documentKind>

/** A document name: trimmed, no control characters. */
export const documentName = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(DOCUMENT_NAME_LENGTH),
    z.regex(/^[^\p{Cc}\s](?:[^\p{Cc}]*[^\p{Cc}\s])?$/u, DOCUMENT_FIELD_MESSAGES.nameEnds),
  )

/** Version of a body; 0 is none. Strictly increasing, even if a document is deleted and recreated. */
export const documentVersion = z.int().check(z.gte(0))

/** A body based on `version` (0: new). A conflict gives 409, except for an identical body. */
export const documentSave = z.object({ version: documentVersion, body: z.unknown() })
/** Data of a save. */
export const documentSaved = z.object({ version: documentVersion, updated_at: epochMsField })

/** A document: version 0 without body or time if it does not exist. */
export const savedDocument = z.object({ version: documentVersion, body: z.unknown(), updated_at: z.nullable(epochMsField) })
export type SavedDocument = z.output<typeof savedDocument>

/** Documents without their bodies, sorted by name. */
export const documentList = z.array(z.object({ name: documentName, version: documentVersion, updated_at: epochMsField }))
export type DocumentList = z.output<typeof documentList>

const byName = z.object({ kind: documentKind, name: documentName })

export const listDocuments = endpoint('GET /workspace/:kind', {
  auth: 'user',
  summary: "Names of the caller's documents of a kind",
  params: z.object({ kind: documentKind }),
  returns: documentList,
})

export const getDocument = endpoint('GET /workspace/:kind/:name', {
  auth: 'user',
  summary: 'A document; version 0 if there is none',
  params: byName,
  returns: savedDocument,
})

export const saveDocument = endpoint('PUT /workspace/:kind/:name', {
  auth: 'user',
  summary: 'Saves changes based on `version`; 409 with the `present` document if it was saved elsewhere meanwhile',
  params: byName,
  body: documentSave,
  returns: documentSaved,
  errors: ['conflict', 'rule_broken'],
})

export const deleteDocument = endpoint('DELETE /workspace/:kind/:name', {
  auth: 'user',
  summary: 'Deletes a document, if there is one',
  params: byName,
  returns: nothing,
  errors: ['conflict'],
})
