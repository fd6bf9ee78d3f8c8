import { listIdeaNews, readIdeaNews } from '@aerie/wire/idea-news'
import {
  addAddendum,
  changeAuthor,
  changeOwnAuthor,
  deleteComment,
  deleteIdeaText,
  getAuthor,
  getIdea,
  getOwnAuthor,
  likeIdea,
  listComments,
  listIdeas,
  listLeaders,
  postComment,
  postIdea,
  quoteIdea,
  sendReport,
  verifyIdeas,
} from '@aerie/wire/ideas'
import type { ChainCheck } from '@aerie/wire/market/forecasts'
import type { FastifyInstance } from 'fastify'
import type { ideaBonds } from './idea-bonds.ts'
import type { ideaCommentService } from './idea-comments.ts'
import type { ideaFeed } from './idea-feed.ts'
import type { ideaNewsService } from './idea-news.ts'
import type { ideaPosting } from './post-idea.ts'

type Deps = {
  readonly posting: ReturnType<typeof ideaPosting>
  readonly feed: ReturnType<typeof ideaFeed>
  readonly comments: ReturnType<typeof ideaCommentService>
  readonly bonds: ReturnType<typeof ideaBonds>
  readonly news: ReturnType<typeof ideaNewsService>
  readonly verify: () => Promise<ChainCheck>
}

/** The longest text with every character escaped. */
const BODY = { bodyLimit: 16_384 }

export const socialRoutes = (deps: Deps) => async (app: FastifyInstance) => {
  ideaRoutes(app, deps)
  commentRoutes(app, deps)
  authorRoutes(app, deps)
  newsRoutes(app, deps)
}

function ideaRoutes(app: FastifyInstance, { posting, feed, bonds, verify }: Deps): void {
  app.endpoint(listIdeas, ({ userId, query }) => feed.page(userId, query))
  app.endpoint(listLeaders, ({ userId, query }) => feed.leaders(userId, query))
  app.endpoint(quoteIdea, ({ userId, query }) => feed.quote(userId, query.symbol))
  app.endpoint(verifyIdeas, () => verify())
  app.endpoint(getIdea, ({ userId, params }) => feed.find(userId, params.idea))
  app.endpoint(
    postIdea,
    async ({ userId, body, headers, reply }) => {
      const { id, isRepeated } = await posting.post(userId, { body, key: headers['idempotency-key'] })
      if (isRepeated) reply.code(200)
      return feed.find(userId, id)
    },
    BODY,
  )
  app.endpoint(
    likeIdea,
    async ({ userId, params, body }) => {
      await bonds.like(userId, params.idea, body.like)
      return feed.find(userId, params.idea)
    },
    BODY,
  )
  app.endpoint(
    deleteIdeaText,
    async ({ userId, params }) => {
      await bonds.removeText(userId, params.idea)
      return feed.find(userId, params.idea)
    },
    BODY,
  )
  app.endpoint(
    addAddendum,
    async ({ userId, params, body }) => {
      await bonds.addAddendum(userId, params.idea, body.text)
      return feed.find(userId, params.idea)
    },
    BODY,
  )
}

function commentRoutes(app: FastifyInstance, { comments, bonds }: Deps): void {
  app.endpoint(sendReport, ({ userId, body }) => bonds.report(userId, body), BODY)
  app.endpoint(listComments, ({ userId, params, query }) => comments.page(userId, params.idea, query))
  app.endpoint(postComment, ({ userId, params, body }) => comments.add(userId, params.idea, body), BODY)
  app.endpoint(deleteComment, ({ userId, params }) => comments.remove(userId, params.comment), BODY)
}

function authorRoutes(app: FastifyInstance, { feed, bonds }: Deps): void {
  app.endpoint(getOwnAuthor, ({ userId }) => bonds.own(userId))
  app.endpoint(
    changeOwnAuthor,
    async ({ userId, body }) => {
      await bonds.setName(userId, body.name)
      return bonds.own(userId)
    },
    BODY,
  )
  app.endpoint(getAuthor, ({ userId, params }) => feed.profile(userId, params.author))
  app.endpoint(
    changeAuthor,
    async ({ userId, params, body }) => {
      await bonds.change(userId, params.author, body)
      return feed.profile(userId, params.author)
    },
    BODY,
  )
}

function newsRoutes(app: FastifyInstance, { news }: Deps): void {
  app.endpoint(listIdeaNews, ({ userId, query }) => news.page(userId, query))
  app.endpoint(readIdeaNews, ({ userId, body }) => news.read(userId, body), BODY)
}
