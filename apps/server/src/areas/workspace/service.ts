import type { Clock } from '@aerie/core/time'
import type { Notify } from '@aerie/wire/notices'
import { type DocumentKind, type DocumentList, ONLY_DOCUMENT, type SavedDocument } from '@aerie/wire/workspace/document'
import { checklist, DOCUMENT_CAPS, documentBodies, progressOf } from '@aerie/wire/workspace/workspace'
import * as z from 'zod/mini'
import type { Db } from '../../platform/db/client.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type DocumentCollection, type DocumentKey, documentRepository } from './store.ts'

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly notify: Notify
  readonly isCoin: (symbol: string) => boolean
}
type Save = { readonly version: number; readonly body: unknown }
type Saved = { readonly version: number; readonly updated_at: number }

const NONE: SavedDocument = { version: 0, body: null, updated_at: null }

export type DocumentService = ReturnType<typeof documentService>

/** Optimistic locking: of two concurrent saves, the second gets a conflict. */
export const documentService = ({ db, clock, notify, isCoin }: Deps) => {
  const checkName = nameCheck(isCoin)
  const documents = documentRepository(db)
  const notifyChange = ({ userId, kind, name }: DocumentKey, version: number) =>
    notify(userId, { kind: 'workspace', document: kind, name, version })
  return {
    list: async (collection: DocumentCollection): Promise<DocumentList> =>
      (await documents.list(collection)).map(({ name, version, updatedAt }) => ({ name, version, updated_at: updatedAt.getTime() })),
    /** Version 0 if it does not exist. */
    read: async (key: DocumentKey): Promise<SavedDocument> => {
      checkName(key)
      return documentOf(await documents.find(key))
    },
    /** Repeating the same body is no conflict, as the first response may be lost. @throws AppError conflict, bad_input, rule_broken */
    save: async (key: DocumentKey, { version, body }: Save): Promise<Saved> => {
      checkName(key)
      const parsed = parseBody(key.kind, body)
      const at = new Date(clock.now())
      const saved = await lockingUser(db, key.userId, (tx) => saveIn(tx, { ...key, version, body: parsed, at }))
      if (saved.isNew) notifyChange(key, saved.version)
      return { version: saved.version, updated_at: saved.at.getTime() }
    },
    /** Unconditional, whatever was saved meanwhile. */
    remove: async (key: DocumentKey): Promise<void> => {
      checkName(key)
      if (await documents.remove(key)) notifyChange(key, NONE.version)
    },
  }
}

const documentOf = (row: { version: number; body: unknown; updatedAt: Date } | undefined): SavedDocument =>
  row === undefined ? NONE : { version: row.version, body: row.body, updated_at: row.updatedAt.getTime() }

async function saveIn(tx: Db, save: DocumentKey & Save & { readonly at: Date }): Promise<{ version: number; at: Date; isNew: boolean }> {
  const documents = documentRepository(tx)
  const present = await documents.find(save)
  if ((present?.version ?? NONE.version) !== save.version) {
    if (present !== undefined && (await documents.hasBody(save, save.body)))
      return { version: present.version, at: present.updatedAt, isNew: false }
    throw conflictWith(documentOf(present))
  }
  if (present !== undefined) return { version: await documents.update(save), at: save.at, isNew: true }
  const { count } = DOCUMENT_CAPS[save.kind]
  if ((await documents.count(save)) >= count)
    throw new AppError('rule_broken', { detail: `You can keep ${count} of these. Delete one first.`, facts: { max: count } })
  return { version: await documents.insert(save), at: save.at, isNew: true }
}

const conflictWith = (present: SavedDocument): AppError =>
  new AppError('conflict', { detail: 'This was changed in another window. Reload it first.', members: { present } })

const nameCheck =
  (isCoin: Deps['isCoin']) =>
  ({ kind, name }: DocumentKey): void => {
    if (DOCUMENT_CAPS[kind].count === 1 && name !== ONLY_DOCUMENT)
      throw new AppError('not_found', { detail: `There is only one of these, with the name ${ONLY_DOCUMENT}.` })
    if (kind === 'chart' && !isCoin(name)) throw new AppError('not_found', { detail: 'There is no coin with this name.' })
  }

function parseBody(kind: DocumentKind, body: unknown): unknown {
  const { bytes } = DOCUMENT_CAPS[kind]
  if (sizeOf(body) > bytes) throw new AppError('payload_too_large', { detail: `This can be at most ${bytes / 1024} kB.`, facts: { kind } })
  const schema: z.core.$ZodType = documentBodies[kind]
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  throw new AppError('bad_input', { detail: 'The request body is not valid.', errors: fieldErrors(parsed.error.issues) })
}

/** Size as JSON. Nesting that overflows the stack can be parsed but not serialised; such a body is rejected. */
function sizeOf(body: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(body ?? null))
  } catch (cause) {
    if (cause instanceof RangeError) throw new AppError('bad_input', { detail: 'The request body is nested too deeply.', cause })
    throw cause
  }
}

function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of issues.slice(0, MOST_ISSUES)) {
    const field = ['body', ...path].map(String).join('.')
    errors[field] = [...(errors[field] ?? []), message]
  }
  return errors
}

const MOST_ISSUES = 20

export async function checklistProgress(
  db: Db,
  userId: string,
  symbol: string,
): Promise<{ readonly done: number; readonly items: number } | undefined> {
  const found = await documentRepository(db).find({ userId, kind: 'checklist', name: ONLY_DOCUMENT })
  const parsed = z.safeParse(checklist, found?.body)
  if (!parsed.success) return undefined
  const { done, all } = progressOf(parsed.data, symbol)
  return { done, items: all }
}
