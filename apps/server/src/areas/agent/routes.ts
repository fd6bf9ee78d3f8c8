import { Readable } from 'node:stream'
import { agentPredictionPage } from '@aerie/wire/agent/agent'
import { symbol } from '@aerie/wire/market/market'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Authentication } from '../account/index.ts'
import { jsonExport, markdownExport } from './conversations/conversation-export.ts'
import type { ConversationService } from './conversations/conversation-service.ts'
import type { PredictionsService } from './conversations/predictions-service.ts'

type Deps = {
  readonly requireUser: Authentication['requireUser']
  readonly conversations: ConversationService
  readonly predictions: PredictionsService
}

const PAGES_MAX = 10_000
const page = z.pipe(
  z.string().check(z.regex(/^\d{1,6}$/, 'a whole number')),
  z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(PAGES_MAX))),
)
const predictionsQuery = z.object({ symbol: z.optional(symbol), page: z._default(page, 1) })
const exportQuery = z.object({ format: z._default(z.enum(['md', 'json']), 'md') })

export const agentRoutes =
  ({ requireUser, conversations, predictions }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const shared = { tags: ['agent'], security: [{ bearer: [] }] }
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get(
      '/api/v1/agent/predictions',
      {
        onRequest: requireUser,
        schema: {
          ...shared,
          summary: 'Predictions that the agent named to the caller, newest first, and how they did against "no change"',
          description:
            'Each is an issued forecast: what it said is final, and its hour is scored once. Records are kept apart by source: simulated and ' +
            'replayed ones never count as live. Shares carry the 95 % interval of Wilson over `independent` predictions, whose spans do not overlap.',
          querystring: predictionsQuery,
          response: { 200: envelope(agentPredictionPage) },
        },
      },
      async ({ caller, query }) => ({
        data: await predictions.page({ userId: caller.user.user_id, symbol: query.symbol, page: query.page }),
      }),
    )
    app.get(
      '/api/v1/agent/conversations/:id/export',
      {
        onRequest: requireUser,
        schema: {
          ...shared,
          summary: "One of the caller's conversations as Markdown or JSON",
          params: z.object({ id: z.uuid() }),
          querystring: exportQuery,
        },
      },
      async ({ caller, params, query }, reply) => {
        const conversation = await conversations.whole({ userId: caller.user.user_id, id: params.id })
        const isMarkdown = query.format === 'md'
        return reply
          .header('content-disposition', `attachment; filename="conversation-${conversation.entry._id}.${query.format}"`)
          .type(isMarkdown ? 'text/markdown; charset=utf-8' : 'application/json; charset=utf-8')
          .send(Readable.from(isMarkdown ? markdownExport(conversation) : jsonExport(conversation)))
      },
    )
  }
