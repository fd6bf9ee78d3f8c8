import { cancelDeletion, getDeletion, scheduleDeletion } from '@aerie/wire/account/account-deletion'
import type { FastifyInstance } from 'fastify'
import type { DeletionService } from './deletion-service.ts'

type Deps = { readonly deletions: DeletionService }

export const deletionRoutes =
  ({ deletions }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getDeletion, ({ userId }) => deletions.status(userId))
    app.endpoint(scheduleDeletion, ({ request }) => deletions.begin(request.caller))
    app.endpoint(cancelDeletion, ({ userId }) => deletions.takeBack(userId))
  }
