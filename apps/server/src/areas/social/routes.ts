import { ideaNewsLeft, ideaNewsPage, ideaNewsQuery, ideaNewsRead } from '@aerie/wire/idea-news'
import {
  addendumBody,
  authorPatch,
  authorProfile,
  commentBody,
  commentsPage,
  commentsQuery,
  idea,
  ideaBody,
  ideaComment,
  ideaPatch,
  ideaQuote,
  ideaQuoteQuery,
  ideasPage,
  ideasQuery,
  leadersPage,
  leadersQuery,
  ownAuthor,
  ownAuthorPatch,
  reportBody,
} from '@aerie/wire/ideas'
import type { ChainCheck } from '@aerie/wire/market/forecasts'
import { chainCheck } from '@aerie/wire/market/forecasts'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Authentication } from '../account/index.ts'
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
  readonly requireUser: Authentication['requireUser']
}

/** The longest text with every character escaped. */
const BODY_LIMIT_BYTES = 16_384
const ideaParams = z.object({ idea: z.uuid() })
const authorParams = z.object({ author: z.uuid() })
const commentParams = z.object({ comment: z.uuid() })
const keyHeader = z.object({
  'idempotency-key': z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/, '8 to 100 characters without spaces'))),
})
const userOf = (request: FastifyRequest): string => request.caller.user.user_id
const shared = { tags: ['ideas'], security: [{ bearer: [] }] }
const done = { 200: envelope(z.null()) }

export const socialRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(readRoutes(deps))
    await app.register(ideaRoutes(deps))
    await app.register(ownTextRoutes(deps))
    await app.register(commentRoutes(deps))
    await app.register(authorRoutes(deps))
    await app.register(newsRoutes(deps))
  }

const readRoutes =
  ({ feed, verify, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = requireUser
    app.get(
      '/api/v1/ideas',
      {
        onRequest,
        schema: { ...shared, summary: 'Ideas of the present source, newest first', querystring: ideasQuery, response: { 200: ideasPage } },
      },
      (request) => feed.page(userOf(request), request.query),
    )
    app.get(
      '/api/v1/ideas/leaders',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Authors of the present source by the lower end of the 95 % interval of their mean result',
          querystring: leadersQuery,
          response: { 200: leadersPage },
        },
      },
      (request) => feed.leaders(userOf(request), request.query),
    )
    app.get(
      '/api/v1/ideas/quote',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'What an idea on a coin would begin with',
          querystring: ideaQuoteQuery,
          response: { 200: envelope(ideaQuote) },
        },
      },
      async (request) => ({ data: await feed.quote(userOf(request), request.query.symbol) }),
    )
    app.get(
      '/api/v1/ideas/verify',
      {
        onRequest,
        schema: { ...shared, summary: "Recomputes the hash chain of the present source's ideas", response: { 200: envelope(chainCheck) } },
      },
      async () => ({ data: await verify() }),
    )
    app.get(
      '/api/v1/ideas/:idea',
      { onRequest, schema: { ...shared, summary: 'An idea', params: ideaParams, response: { 200: envelope(idea) } } },
      async (request) => ({ data: await feed.find(userOf(request), request.params.idea) }),
    )
  }

const ideaRoutes =
  ({ posting, feed, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES }
    app.post(
      '/api/v1/ideas',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Posts an idea; the server sets the entry price',
          description:
            'Final: its text can be taken away, the claim and its score cannot. The same `Idempotency-Key` and body again: 200 with the same idea; ' +
            'another body: 409. A stale market: 503.',
          headers: keyHeader,
          body: ideaBody,
          response: { 200: envelope(idea), 201: envelope(idea) },
        },
      },
      async (request, reply) => {
        const { id, isRepeated } = await posting.post(userOf(request), { body: request.body, key: request.headers['idempotency-key'] })
        return reply.code(isRepeated ? 200 : 201).send({ data: await feed.find(userOf(request), id) })
      },
    )
  }

const ownTextRoutes =
  ({ feed, bonds, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES }
    app.patch(
      '/api/v1/ideas/:idea',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Likes an idea, or no longer',
          params: ideaParams,
          body: ideaPatch,
          response: { 200: envelope(idea) },
        },
      },
      async (request) => {
        await bonds.like(userOf(request), request.params.idea, request.body.like)
        return { data: await feed.find(userOf(request), request.params.idea) }
      },
    )
    app.delete(
      '/api/v1/ideas/:idea',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Takes the text of an own idea away; its score stays',
          params: ideaParams,
          response: { 200: envelope(idea) },
        },
      },
      async (request) => {
        await bonds.removeText(userOf(request), request.params.idea)
        return { data: await feed.find(userOf(request), request.params.idea) }
      },
    )
    app.post(
      '/api/v1/ideas/:idea/addenda',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Adds to the text of an own idea',
          params: ideaParams,
          body: addendumBody,
          response: { 201: envelope(idea) },
        },
      },
      async (request, reply) => {
        await bonds.addAddendum(userOf(request), request.params.idea, request.body.text)
        return reply.code(201).send({ data: await feed.find(userOf(request), request.params.idea) })
      },
    )
  }

const commentRoutes =
  ({ comments, bonds, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES }
    app.post(
      '/api/v1/ideas/reports',
      { ...common, schema: { ...shared, summary: 'Reports an idea or a comment to the operator', body: reportBody, response: done } },
      async (request) => {
        await bonds.report(userOf(request), request.body)
        return { data: null }
      },
    )
    app.get(
      '/api/v1/ideas/:idea/comments',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Comments, oldest first',
          params: ideaParams,
          querystring: commentsQuery,
          response: { 200: commentsPage },
        },
      },
      (request) => comments.page(userOf(request), request.params.idea, request.query),
    )
    app.post(
      '/api/v1/ideas/:idea/comments',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Comments on an idea',
          params: ideaParams,
          body: commentBody,
          response: { 201: envelope(ideaComment) },
        },
      },
      async (request, reply) => reply.code(201).send({ data: await comments.add(userOf(request), request.params.idea, request.body) }),
    )
    app.delete(
      '/api/v1/ideas/comments/:comment',
      { ...common, schema: { ...shared, summary: 'Takes an own comment away', params: commentParams, response: done } },
      async (request) => {
        await comments.remove(userOf(request), request.params.comment)
        return { data: null }
      },
    )
  }

const authorRoutes =
  ({ feed, bonds, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES }
    app.get(
      '/api/v1/ideas/me',
      { ...common, schema: { ...shared, summary: 'The caller as an author', response: { 200: envelope(ownAuthor) } } },
      async (request) => ({ data: await bonds.own(userOf(request)) }),
    )
    app.patch(
      '/api/v1/ideas/me',
      {
        ...common,
        schema: { ...shared, summary: 'Sets the name that others see', body: ownAuthorPatch, response: { 200: envelope(ownAuthor) } },
      },
      async (request) => {
        await bonds.setName(userOf(request), request.body.name)
        return { data: await bonds.own(userOf(request)) }
      },
    )
    app.get(
      '/api/v1/ideas/authors/:author',
      {
        ...common,
        schema: { ...shared, summary: 'An author and how they stand', params: authorParams, response: { 200: envelope(authorProfile) } },
      },
      async (request) => ({ data: await feed.profile(userOf(request), request.params.author) }),
    )
    app.patch(
      '/api/v1/ideas/authors/:author',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Follows, mutes or blocks an author',
          params: authorParams,
          body: authorPatch,
          response: { 200: envelope(authorProfile) },
        },
      },
      async (request) => {
        await bonds.change(userOf(request), request.params.author, request.body)
        return { data: await feed.profile(userOf(request), request.params.author) }
      },
    )
  }

const newsRoutes =
  ({ news, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES }
    app.get(
      '/api/v1/ideas/news',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'What is new: own ideas scored or commented on, ideas of whom the caller follows',
          querystring: ideaNewsQuery,
          response: { 200: ideaNewsPage },
        },
      },
      (request) => news.page(userOf(request), request.query),
    )
    app.post(
      '/api/v1/ideas/news/read',
      {
        ...common,
        schema: { ...shared, summary: 'Marks news as read', body: ideaNewsRead, response: { 200: envelope(ideaNewsLeft) } },
      },
      async (request) => ({ data: await news.read(userOf(request), request.body) }),
    )
  }
