import { progressOf } from '@aerie/wire/workspace/checklist'
import { ONLY_DOCUMENT } from '@aerie/wire/workspace/document'
import { checklist } from '@aerie/wire/workspace/workspace'
import * as z from 'zod/mini'
import type { Db } from '../../platform/db/client.ts'
import { documentRepository } from './store.ts'

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
