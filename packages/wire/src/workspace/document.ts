import * as z from 'zod/mini'
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

/** Body of `PUT /api/v1/workspace/{kind}/{name}`, based on `version` (0: new). A conflict gives 409, except for an identical body. */
export const documentSave = z.object({ version: documentVersion, body: z.unknown() })
/** Data of a save. */
export const documentSaved = z.object({ version: documentVersion, updated_at: epochMsField })

/** Data of `GET /api/v1/workspace/{kind}/{name}`: version 0 without body or time if it does not exist. */
export const savedDocument = z.object({ version: documentVersion, body: z.unknown(), updated_at: z.nullable(epochMsField) })
export type SavedDocument = z.output<typeof savedDocument>

/** Data of `GET /api/v1/workspace/{kind}`: without bodies, sorted by name. */
export const documentList = z.array(z.object({ name: documentName, version: documentVersion, updated_at: epochMsField }))
export type DocumentList = z.output<typeof documentList>
