import { randomUUID } from 'node:crypto'
import { itemAt } from '@aerie/core/item-at'
import type { Clock } from '@aerie/core/time'
import type { IdeaComment } from '@aerie/wire/ideas'
import type { Db } from '../../platform/db/client.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { pageOf, rangeOf } from '../../platform/http/list-page.ts'
import { type AuthorRow, authorRepository, demandWriter } from './author-repository.ts'
import { commentRepository, type ShownComment } from './comment-repository.ts'
import type { NotifyNews } from './idea-news.ts'
import { ideaRepository } from './idea-repository.ts'
import { authorAnswer } from './idea-rows.ts'
import { SOCIAL_MESSAGES } from './messages.ts'
import { newsRepository } from './news-repository.ts'

type Deps = { readonly db: Db; readonly clock: Clock; readonly notifyNews: NotifyNews; readonly take: (userId: string) => void }
type Page = { readonly cursor?: string | undefined; readonly limit?: string | undefined }
type Draft = { readonly text: string; readonly parent?: string | undefined }

const MOST_COMMENTS = 500
const MOST_OWN_COMMENTS = 100

export const ideaCommentService = ({ db, clock, notifyNews, take }: Deps) => ({
  page: async (userId: string, idea: string, query: Page) => {
    await demandIdea(db, idea)
    const { before, limit } = rangeOf(query)
    const rows = await commentRepository(db).page({ idea, after: before ?? 0, limit, userId })
    return pageOf(rows, query, { number: ({ comment }) => comment.number, answer: (row) => commentAnswer(row, userId) })
  },
  add: async (userId: string, idea: string, draft: Draft): Promise<IdeaComment> => {
    take(userId)
    const at = new Date(clock.now())
    const { id, isNews } = await lockingUser(db, userId, async (tx) => {
      const claim = await demandIdea(tx, idea)
      const author = await demandWriter(authorRepository(tx), userId, at)
      const owner = await authorRepository(tx).find(claim.author)
      await demandWelcome(tx, { owner: owner?.userId, author: author.id })
      await demandCommentAllowed(tx, { idea, userId, parent: draft.parent })
      const row = { id: randomUUID(), idea, userId, parent: draft.parent ?? null, text: draft.text, state: 'shown' as const, at }
      await commentRepository(tx).insert(row)
      return { id: row.id, isNews: await addNews(tx, { owner: owner?.userId, author, idea, at }) }
    })
    if (isNews) await notifyNews('commented', [idea])
    const shown = await commentRepository(db).shown(id)
    return commentAnswer(itemAt(shown === undefined ? [] : [shown], 0), userId)
  },
  remove: async (userId: string, id: string): Promise<void> => {
    if (!(await commentRepository(db).clear(id, userId))) throw new AppError('not_found', { detail: 'There is no such comment.' })
  },
})

export async function demandIdea(db: Db, id: string) {
  const claim = await ideaRepository(db).claim(id)
  if (claim === undefined) throw new AppError('not_found', { detail: 'There is no such idea.' })
  return claim
}

type CommentNews = { readonly owner: string | undefined; readonly author: AuthorRow; readonly idea: string; readonly at: Date }

/** Skips own comments and muted users. @returns whether notified */
async function addNews(tx: Db, { owner, author, idea, at }: CommentNews): Promise<boolean> {
  if (owner === undefined || owner === author.userId) return false
  if ((await authorRepository(tx).viewOf(owner, author.id)) !== null) return false
  await newsRepository(tx).addComment({ userId: owner, idea, at })
  return true
}

async function demandWelcome(tx: Db, { owner, author }: { owner: string | undefined; author: string }): Promise<void> {
  if (owner === undefined) return
  if ((await authorRepository(tx).viewOf(owner, author)) === 'block') throw new AppError('forbidden', { detail: SOCIAL_MESSAGES.blocked })
}

type CommentTarget = { readonly idea: string; readonly userId: string; readonly parent: string | undefined }

/** Threads are one level deep: deeper nesting is unreadable on a phone. */
async function demandCommentAllowed(tx: Db, { idea, userId, parent }: CommentTarget): Promise<void> {
  const comments = commentRepository(tx)
  if ((await comments.count(idea)) >= MOST_COMMENTS)
    throw new AppError('rule_broken', { detail: `An idea has at most ${MOST_COMMENTS} comments.` })
  if ((await comments.countOf(idea, userId)) >= MOST_OWN_COMMENTS)
    throw new AppError('rule_broken', { detail: `You have ${MOST_OWN_COMMENTS} comments on this idea, the most for one person.` })
  if (parent === undefined) return
  const first = await comments.find(parent)
  if (first === undefined || first.idea !== idea) throw new AppError('not_found', { detail: 'There is no such comment.' })
  if (first.parent !== null) throw new AppError('rule_broken', { detail: 'Reply to the first comment of the thread.' })
}

const commentAnswer = ({ comment, author, name }: ShownComment, readerId: string): IdeaComment => ({
  id: comment.id,
  parent: comment.parent,
  text: comment.state === 'shown' ? comment.text : null,
  text_state: comment.state,
  author: authorAnswer({ id: author, name, userId: comment.userId }, readerId),
  at: comment.at.toISOString(),
})
