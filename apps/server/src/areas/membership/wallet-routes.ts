import { hexOf } from '@aerie/chain/hex'
import { challenge, challengeRequest, linkedWallet, linkRequest, walletAddress, walletList } from '@aerie/wire/account/wallets'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Authentication } from '../account/index.ts'
import { type Listening, signingOriginOf } from './signing-origin.ts'
import type { WalletService } from './wallet-service.ts'

type Deps = {
  readonly wallets: WalletService
  readonly requireUser: Authentication['requireUser']
  readonly requireReauthenticated: Authentication['requireUser']
  readonly listening: Listening
}

const shared = { tags: ['wallets'], security: [{ bearer: [] }] }

export const walletRoutes =
  ({ wallets, requireUser, requireReauthenticated, listening }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.post(
      '/api/v1/wallets/challenge',
      {
        onRequest: requireUser,
        schema: {
          ...shared,
          summary: 'A message (EIP-4361) that links a wallet once it is signed; it holds for ten minutes and for one use',
          body: challengeRequest,
          response: { 200: envelope(challenge) },
        },
      },
      async (request) => {
        const { user_id: userId, email } = request.caller.user
        const message = await wallets.challenge({ userId, email }, signingOriginOf(request, listening), request.body.address)
        return { data: { message } }
      },
    )
    app.post(
      '/api/v1/wallets',
      {
        onRequest: requireUser,
        schema: {
          ...shared,
          summary: 'Links the wallet that has signed the message: by key, EIP-1271 or EIP-6492; 409 where it belongs to another account',
          body: linkRequest,
          response: { 200: envelope(linkedWallet) },
        },
      },
      async (request) => {
        const { message, signature } = request.body
        const proof = { message, signature: hexOf(signature) }
        return { data: { address: await wallets.link(request.caller.user.user_id, signingOriginOf(request, listening), proof) } }
      },
    )
    app.get(
      '/api/v1/wallets',
      { onRequest: requireUser, schema: { ...shared, summary: 'The linked wallets, main first', response: { 200: envelope(walletList) } } },
      async (request) => ({ data: await wallets.list(request.caller.user.user_id) }),
    )
    app.delete(
      '/api/v1/wallets/:address',
      {
        onRequest: requireReauthenticated,
        schema: {
          ...shared,
          summary: 'Unlinks a wallet, and what it paid for ends; where it was the main one, none is main then',
          params: z.object({ address: walletAddress }),
          response: { 200: envelope(linkedWallet) },
        },
      },
      async (request) => ({ data: { address: await wallets.unlink(request.caller.user.user_id, request.params.address) } }),
    )
  }
