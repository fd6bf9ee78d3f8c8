import type { Clock } from '@aerie/core/time'
import type { AuthorPatch, OwnAuthor, ReportBody } from '@aerie/wire/ideas'
import type { Db } from '../../platform/db/client.ts'
import { sqlState } from '../../platform/db/database-errors.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type AuthorRepository, authorRepository, demandWriter } from './author-repository.ts'
import { commentRepository } from './comment-repository.ts'
import { demandIdea } from './idea-comments.ts'
import { ideaRepository } from './idea-repository.ts'
import { authorAnswer } from './idea-rows.ts'
import { SOCIAL_MESSAGES } from './messages.ts'
import { nameTaken, type PublicNames } from './public-names.ts'
import type { SocialMarket } from './social-market.ts'

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly market: SocialMarket
  readonly names: PublicNames
  readonly take: (userId: string) => void
}

const MOST_FOLLOWED = 1_000
const MOST_VIEWS = 1_000
const MOST_ADDENDA = 10
const UNIQUE_VIOLATION = '23505'

export const ideaBonds = (deps: Deps) => ({
  ...textChanges(deps),
  ...authorChanges(deps),
  like: async (userId: string, id: string, isLiked: boolean): Promise<void> => {
    deps.take(userId)
    await demandIdea(deps.db, id)
    const likes = commentRepository(deps.db)
    await (isLiked ? likes.like(userId, id) : likes.unlike(userId, id))
  },
  report: async (userId: string, { idea, comment, reason, note }: ReportBody): Promise<void> => {
    deps.take(userId)
    const target = idea ?? comment ?? ''
    const comments = commentRepository(deps.db)
    if (idea !== undefined) await demandIdea(deps.db, idea)
    else if ((await comments.find(target)) === undefined) throw new AppError('not_found', { detail: 'There is no such comment.' })
    const kind = idea === undefined ? ('comment' as const) : ('idea' as const)
    await comments.report({ userId, kind, target, reason, note: note ?? null, at: new Date(deps.clock.now()) })
  },
})

const textChanges = ({ db, clock, market, take }: Deps) => ({
  addAddendum: (userId: string, idea: string, text: string): Promise<void> => {
    take(userId)
    return lockingUser(db, userId, async (tx) => {
      const repo = ideaRepository(tx)
      const own = await repo.lockText(idea)
      if (own?.userId !== userId) throw new AppError('not_found', { detail: 'There is no such idea.' })
      await demandWriter(authorRepository(tx), userId, new Date(clock.now()))
      if (own.state !== 'shown') throw new AppError('rule_broken', { detail: 'Its text was removed, so nothing can be added.' })
      if ((await repo.addenda([idea])).length >= MOST_ADDENDA)
        throw new AppError('rule_broken', { detail: `An idea has at most ${MOST_ADDENDA} additions.` })
      await repo.addAddendum({ idea, userId, text, at: Math.floor(market.hub.now()) })
    })
  },
  /** Removes the text of an own idea; claim and score stay. @throws AppError not_found if not their own */
  removeText: (userId: string, idea: string): Promise<void> =>
    lockingUser(db, userId, async (tx) => {
      const own = await ideaRepository(tx).lockText(idea)
      if (own?.userId !== userId) throw new AppError('not_found', { detail: 'There is no such idea.' })
      await ideaRepository(tx).clearText(idea)
    }),
})

const authorChanges = ({ db, names, take }: Deps) => ({
  own: async (userId: string): Promise<OwnAuthor> => {
    const author = await authorRepository(db).ofUser(userId)
    return { author: author === undefined ? null : authorAnswer(author, userId), is_suspended: author?.isSuspended ?? false }
  },
  /** @throws AppError conflict if a confusable name is taken, or if it is removed while others can copy the user */
  setName: async (userId: string, name: string | null): Promise<void> => {
    take(userId)
    await lockingUser(db, userId, (tx) => names.change(tx, userId, name)).catch((error: unknown) => {
      // Concurrent requests for the same name: the unique index rejects the second.
      throw sqlState(error) === UNIQUE_VIOLATION ? nameTaken() : error
    })
  },
  /** Blocking or muting unfollows; a block also removes the other's follow. */
  change: async (userId: string, id: string, { follow, view }: AuthorPatch): Promise<void> => {
    take(userId)
    await lockingUser(db, userId, async (tx) => {
      const authors = authorRepository(tx)
      const author = await demandOther(authors, userId, id)
      if (view !== undefined) await setView(authors, { userId, author, view })
      if (follow !== undefined) await setFollow(authors, { userId, author, isFollowed: follow })
    })
  },
})

/** Locks the pair of authors. @throws AppError not_found, rule_broken for oneself */
async function demandOther(authors: AuthorRepository, userId: string, id: string) {
  const author = await authors.find(id)
  if (author === undefined) throw new AppError('not_found', { detail: 'There is no such author.' })
  if (author.userId === userId) throw new AppError('rule_broken', { detail: 'You cannot follow, mute or block yourself.' })
  const mine = await authors.ofUser(userId)
  await authors.lockPair(mine === undefined ? [id] : [id, mine.id])
  return author
}

type Other = { readonly userId: string; readonly author: { readonly id: string; readonly userId: string } }

async function setView(authors: AuthorRepository, { userId, author, view }: Other & { view: 'mute' | 'block' | null }): Promise<void> {
  if (view !== null && (await authors.views(userId)) >= MOST_VIEWS)
    throw new AppError('rule_broken', { detail: `You can mute or block ${MOST_VIEWS} authors.` })
  await authors.setView(userId, author.id, view)
  if (view !== null) await authors.unfollow(userId, author.id)
  const mine = view === 'block' ? await authors.ofUser(userId) : undefined
  if (mine !== undefined) await authors.unfollow(author.userId, mine.id)
}

async function setFollow(authors: AuthorRepository, { userId, author, isFollowed }: Other & { isFollowed: boolean }): Promise<void> {
  if (!isFollowed) return authors.unfollow(userId, author.id)
  const mine = await authors.ofUser(userId)
  if (mine !== undefined && (await authors.viewOf(author.userId, mine.id)) === 'block')
    throw new AppError('forbidden', { detail: SOCIAL_MESSAGES.blocked })
  if ((await authors.viewOf(userId, author.id)) !== null) await authors.setView(userId, author.id, null)
  if ((await authors.followed(userId)) >= MOST_FOLLOWED)
    throw new AppError('rule_broken', { detail: `You can follow ${MOST_FOLLOWED} authors.` })
  await authors.follow(userId, author.id)
}
