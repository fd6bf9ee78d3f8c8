import { Readable } from 'node:stream'
import { exportConversation, getAgentPredictions } from '@aerie/wire/agent/agent'
import type { FastifyInstance } from 'fastify'
import { jsonExport, markdownExport } from './conversations/conversation-export.ts'
import type { ConversationService } from './conversations/conversation-service.ts'
import type { PredictionsService } from './conversations/predictions-service.ts'

type Deps = { readonly conversations: ConversationService; readonly predictions: PredictionsService }

export const agentRoutes =
  ({ conversations, predictions }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getAgentPredictions, ({ userId, query }) => predictions.page({ userId, symbol: query.symbol, page: query.page }))
    app.endpoint(exportConversation, async ({ userId, params, query, reply }) => {
      const conversation = await conversations.whole({ userId, id: params.id })
      const isMarkdown = query.format === 'md'
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="conversation-${conversation.entry._id}.${query.format}"`)
        .type(isMarkdown ? 'text/markdown; charset=utf-8' : 'application/json; charset=utf-8')
        .send(Readable.from(isMarkdown ? markdownExport(conversation) : jsonExport(conversation)))
    })
  }
