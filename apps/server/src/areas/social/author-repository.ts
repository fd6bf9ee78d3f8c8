import { randomUUID } from 'node:crypto'
import { itemAt } from '@aerie/core/item-at'
import { foldedName } from '@aerie/wire/public-names'
import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { socialAuthors, socialFollows, socialNames, socialViews } from '../../platform/db/schema/social.ts'
import { AppError } from '../../platform/http/app-error.ts'

export type AuthorRow = typeof socialAuthors.$inferSelect & { readonly name: string | null }
type View = (typeof socialViews.$inferSelect)['view'] | null

export const authorRepository = (db: Db) => ({ ...authorQueries(db), ...bondQueries(db) })
export type AuthorRepository = ReturnType<typeof authorRepository>

const selectAuthors = (db: Db) =>
  db
    .select({
      userId: socialAuthors.userId,
      id: socialAuthors.id,
      isSuspended: socialAuthors.isSuspended,
      createdAt: socialAuthors.createdAt,
      name: socialNames.name,
    })
    .from(socialAuthors)
    .leftJoin(socialNames, eq(socialNames.userId, socialAuthors.userId))

const authorQueries = (db: Db) => {
  const ofUser = async (userId: string): Promise<AuthorRow | undefined> =>
    (await selectAuthors(db).where(eq(socialAuthors.userId, userId)))[0]
  return {
    ofUser,
    find: async (id: string): Promise<AuthorRow | undefined> => (await selectAuthors(db).where(eq(socialAuthors.id, id)))[0],
    ensure: async (userId: string, at: Date): Promise<AuthorRow> => {
      await db
        .insert(socialAuthors)
        .values({ userId, id: randomUUID(), createdAt: at })
        .onConflictDoNothing({ target: socialAuthors.userId })
      return itemAt(await selectAuthors(db).where(eq(socialAuthors.userId, userId)), 0)
    },
    setName: async (userId: string, name: string): Promise<boolean> => {
      const folded = foldedName(name)
      const taken = await db.select({ userId: socialNames.userId }).from(socialNames).where(eq(socialNames.folded, folded))
      if (taken.some((row) => row.userId !== userId)) return false
      const kept = { name, folded }
      await db
        .insert(socialNames)
        .values({ userId, ...kept })
        .onConflictDoUpdate({ target: socialNames.userId, set: kept })
      return true
    },
    clearName: async (userId: string): Promise<void> => void (await db.delete(socialNames).where(eq(socialNames.userId, userId))),
    suspend: async (id: string, isSuspended: boolean): Promise<void> =>
      void (await db.update(socialAuthors).set({ isSuspended }).where(eq(socialAuthors.id, id))),
  }
}

const bondQueries = (db: Db) => {
  const follow = (userId: string, author: string) => and(eq(socialFollows.userId, userId), eq(socialFollows.author, author))
  const view = (userId: string, author: string) => and(eq(socialViews.userId, userId), eq(socialViews.author, author))
  return {
    /** Serializes follows and blocks between two authors. */
    lockPair: async (ids: readonly string[]): Promise<void> =>
      void (await db
        .select({ id: socialAuthors.id })
        .from(socialAuthors)
        .where(inArray(socialAuthors.id, [...ids]))
        .orderBy(asc(socialAuthors.id))
        .for('no key update')),
    isFollowed: async (userId: string, author: string): Promise<boolean> =>
      (await db.select({ author: socialFollows.author }).from(socialFollows).where(follow(userId, author))).length > 0,
    followers: async (author: string): Promise<number> =>
      itemAt(await db.select({ n: count() }).from(socialFollows).where(eq(socialFollows.author, author)), 0).n,
    followed: async (userId: string): Promise<number> =>
      itemAt(await db.select({ n: count() }).from(socialFollows).where(eq(socialFollows.userId, userId)), 0).n,
    follow: async (userId: string, author: string): Promise<void> =>
      void (await db.insert(socialFollows).values({ userId, author }).onConflictDoNothing()),
    unfollow: async (userId: string, author: string): Promise<void> => void (await db.delete(socialFollows).where(follow(userId, author))),
    viewOf: async (userId: string, author: string): Promise<View> =>
      (await db.select({ view: socialViews.view }).from(socialViews).where(view(userId, author)))[0]?.view ?? null,
    views: async (userId: string): Promise<number> =>
      itemAt(await db.select({ n: count() }).from(socialViews).where(eq(socialViews.userId, userId)), 0).n,
    setView: async (userId: string, author: string, seen: View): Promise<void> => {
      if (seen === null) await db.delete(socialViews).where(view(userId, author))
      else
        await db
          .insert(socialViews)
          .values({ userId, author, view: seen })
          .onConflictDoUpdate({ target: [socialViews.userId, socialViews.author], set: { view: seen } })
    },
  }
}

export async function demandWriter(authors: AuthorRepository, userId: string, at: Date): Promise<AuthorRow> {
  const author = await authors.ensure(userId, at)
  if (author.isSuspended) throw new AppError('forbidden', { detail: 'The operator of this server has suspended you from posting.' })
  return author
}
