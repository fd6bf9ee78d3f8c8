import { createHmac, timingSafeEqual } from 'node:crypto'
import { showUnsubscribe, unsubscribe } from '@aerie/wire/alerts/deliveries'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../../platform/http/app-error.ts'
import { derivedKey } from '../../../platform/secrets/sealed-box.ts'
import type { ChannelService } from '../deliveries/channel-service.ts'

export type Unsubscribe = {
  readonly link: (userId: string) => string
  readonly userOf: (token: string) => string | undefined
}

const TOKEN = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/

export function unsubscribeLinks(secretKey: Uint8Array, origin: string): Unsubscribe {
  const key = derivedKey(secretKey, 'unsubscribe')
  const proofOf = (userId: string): Buffer => createHmac('sha256', key).update(userId).digest()
  return {
    link: (userId) => `${origin}/api/v1${unsubscribe.path}?token=${userId}.${proofOf(userId).toString('base64url')}`,
    userOf: (token) => {
      const [, userId = '', proof = ''] = TOKEN.exec(token) ?? []
      const given = Buffer.from(proof, 'base64url')
      return given.length === 32 && timingSafeEqual(given, proofOf(userId)) ? userId : undefined
    },
  }
}

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
