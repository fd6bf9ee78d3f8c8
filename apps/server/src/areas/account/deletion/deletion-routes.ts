import { accountDeletion } from '@aerie/wire/account/account-deletion'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Authentication } from '../authentication.ts'
import type { DeletionService } from './deletion-service.ts'

type Guard = Authentication['requireUser']
type Deps = { readonly deletions: DeletionService; readonly requireUser: Guard; readonly requireReauthenticated: Guard }

const PATH = '/api/v1/account/deletion'
const shared = { tags: ['account'], security: [{ bearer: [] }], response: { 200: envelope(accountDeletion) } }

export const deletionRoutes =
  ({ deletions, requireUser, requireReauthenticated }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get(
      PATH,
      { onRequest: requireUser, schema: { ...shared, summary: 'When the account will be deleted; null: it stays' } },
      async (request) => ({
        data: await deletions.status(request.caller.user.user_id),
      }),
    )
    app.post(
      PATH,
      {
        onRequest: requireReauthenticated,
        schema: {
          ...shared,
          summary: 'Begins the deletion of the account: in seven days, unless taken back',
          description:
            'Ends all other sessions and all API tokens. A login takes the deletion back. A second call changes nothing. 422 while live orders may be open at ApeX Omni (`apex_orders_open`), the saved key’s account there has open orders or positions (`apex_account_open`), or ApeX does not say (`apex_account_unknown`).',
        },
      },
      async (request) => ({ data: await deletions.begin(request.caller) }),
    )
    app.delete(
      PATH,
      { onRequest: requireUser, schema: { ...shared, summary: 'Takes the deletion of the account back' } },
      async (request) => ({
        data: await deletions.takeBack(request.caller.user.user_id),
      }),
    )
  }
