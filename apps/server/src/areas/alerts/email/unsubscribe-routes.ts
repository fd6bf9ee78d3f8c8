import { showUnsubscribe, unsubscribe } from '@aerie/wire/alerts/deliveries'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../../platform/http/app-error.ts'
import type { ChannelService } from '../deliveries/channel-service.ts'
import type { Unsubscribe } from './unsubscribe.ts'

type Deps = { readonly links: Unsubscribe; readonly channels: Pick<ChannelService, 'unsubscribe'> }

const sendPage = (reply: FastifyReply, content: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(pageOf(content))
const pageOf = (content: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail of alerts</title><p>${content}</p></html>`
const BUTTON = '<form method="post"><button>No more mail of alerts</button></form>'

/** RFC 8058, authenticated by the token. GET changes nothing, because mail clients prefetch links; POST does. */
export const unsubscribeRoutes =
  ({ links, channels }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, _body, done) => done(null, {}),
    )
    const userOf = (token: string): string => {
      const userId = links.userOf(token)
      if (userId === undefined) throw new AppError('not_found', { detail: 'This link is not valid.' })
      return userId
    }
    app.endpoint(showUnsubscribe, ({ query, reply }) => {
      userOf(query.token)
      return sendPage(reply, BUTTON)
    })
    app.endpoint(unsubscribe, async ({ query, reply }) => {
      await channels.unsubscribe(userOf(query.token))
      return sendPage(reply, 'No more mail of alerts will be sent.')
    })
  }
