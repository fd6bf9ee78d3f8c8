import * as z from 'zod/mini'
import { DOCUMENT_FIELD_WORDS } from '../field-words.ts'
import { epochMsField } from '../market/market.ts'

/** Longest name of a document, in characters. */
export const DOCUMENT_NAME_LENGTH = 60
/** Name of the one document of a kind that a user has only one of. */
export const ONLY_DOCUMENT = 'main'

/** A kind of document, as it stands in the path. */
export const documentKind = z.enum(['layout', 'chart', 'watchlists', 'checklist', 'notes', 'shortcuts', 'present', 'risk', 'guide'])
export type DocumentKind = z.output<typeof documentKind>

/** Name of a document: no blanks at its ends, no control characters. */
export const documentName = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(DOCUMENT_NAME_LENGTH),
    z.regex(/^[^\p{Cc}\s](?:[^\p{Cc}]*[^\p{Cc}\s])?$/u, DOCUMENT_FIELD_WORDS.nameEnds),
  )

/** Which save a body comes from: 0 is none. It only ever grows, even where a document is deleted and made again. */
export const documentVersion = z.int().check(z.gte(0))

/**
 * Body of `PUT /api/v1/workspace/{kind}/{name}`: what was made of `version` (0: there was none). Where another version is
 * there meanwhile, the answer is 409 with that one in `present`, unless it has this very body: then the save was sent twice.
 */
export const documentSave = z.object({ version: documentVersion, body: z.unknown() })
/** Data of a save. */
export const documentSaved = z.object({ version: documentVersion, updated_at: epochMsField })

/** Data of `GET /api/v1/workspace/{kind}/{name}`: version 0, with neither body nor time, where there is none. */
export const savedDocument = z.object({ version: documentVersion, body: z.unknown(), updated_at: z.nullable(epochMsField) })
export type SavedDocument = z.output<typeof savedDocument>

/** Data of `GET /api/v1/workspace/{kind}`: names in the order of the alphabet, without bodies. */
export const documentList = z.array(z.object({ name: documentName, version: documentVersion, updated_at: epochMsField }))
export type DocumentList = z.output<typeof documentList>
