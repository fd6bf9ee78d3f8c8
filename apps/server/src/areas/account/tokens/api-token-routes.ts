import { apiTokenForm, apiTokenMade, apiTokens } from '@aerie/wire/account/account-tokens'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Authentication } from '../authentication.ts'
import type { ApiTokenService } from './api-token-service.ts'

type Guard = Authentication['requireUser']
type Deps = { readonly tokens: ApiTokenService; readonly requireUser: Guard; readonly requireReauthenticated: Guard }

const shared = { tags: ['account'], security: [{ bearer: [] }] }
const BODY_LIMIT_BYTES = 4_096

/** None of these routes accepts an API token. */
export const apiTokenRoutes =
  ({ tokens, requireUser, requireReauthenticated }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get(
      '/api/v1/account/tokens',
      {
        onRequest: requireUser,
        schema: { ...shared, summary: 'API tokens of the caller, newest first', response: { 200: envelope(apiTokens) } },
      },
      async (request) => ({ data: await tokens.list(request.caller.user.user_id) }),
    )
    app.post(
      '/api/v1/account/tokens',
      {
        onRequest: requireReauthenticated,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'Makes an API token; only this answer shows it',
          description: 'Sent as a bearer token. It reaches the routes that name one of its scopes, and no other.',
          body: apiTokenForm,
          response: { 201: envelope(apiTokenMade) },
        },
      },
      async (request, reply) => reply.code(201).send({ data: await tokens.create(request.caller.user.user_id, request.body) }),
    )
    app.delete(
      '/api/v1/account/tokens/:id',
      {
        onRequest: requireUser,
        schema: {
          ...shared,
          summary: 'Revokes an API token at once',
          params: z.object({ id: z.uuid() }),
          response: { 200: envelope(z.object({ id: z.uuid() })) },
        },
      },
      async (request) => {
        await tokens.revoke(request.caller.user.user_id, request.params.id)
        return { data: { id: request.params.id } }
      },
    )
  }
