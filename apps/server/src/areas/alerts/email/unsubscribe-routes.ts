import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { ChannelService } from '../deliveries/channel-service.ts'
import { UNSUBSCRIBE_PATH, type Unsubscribe } from './unsubscribe.ts'

type Deps = { readonly unsubscribe: Unsubscribe; readonly channels: Pick<ChannelService, 'unsubscribe'> }

const query = z.object({ token: z.string().check(z.maxLength(200)) })
const page = (content: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail of alerts</title><p>${content}</p></html>`
const BUTTON = '<form method="post"><button>No more mail of alerts</button></form>'

/** RFC 8058, authenticated by the token. GET changes nothing, because mail clients prefetch links; POST does. */
export const unsubscribeRoutes =
  ({ unsubscribe, channels }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, _body, done) => done(null, {}),
    )
    const userOf = (token: string): string => {
      const userId = unsubscribe.userOf(token)
      if (userId === undefined) throw new AppError('not_found', { detail: 'This link is not valid.' })
      return userId
    }
    const shared = { tags: ['deliveries'], querystring: query }
    app.get(UNSUBSCRIBE_PATH, { schema: { ...shared, summary: 'Asks whether mail of alerts is to end' } }, async (request, reply) => {
      userOf(request.query.token)
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page(BUTTON))
    })
    app.post(UNSUBSCRIBE_PATH, { schema: { ...shared, summary: 'Ends mail of alerts' } }, async (request, reply) => {
      await channels.unsubscribe(userOf(request.query.token))
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page('No more mail of alerts will be sent.'))
    })
  }
