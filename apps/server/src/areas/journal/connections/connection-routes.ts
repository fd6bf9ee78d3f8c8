import { createConnection, deleteConnection, getConnection, listConnections, syncConnection } from '@aerie/wire/journal/journal-connections'
import type { FastifyInstance } from 'fastify'
import type { ConnectionService } from './connection-service.ts'

const BODY = { bodyLimit: 4_096 }

export const connectionRoutes =
  ({ connections }: { readonly connections: ConnectionService }) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(
      createConnection,
      async ({ userId, body, reply }) => {
        const { connection, isNew } = await connections.create(userId, body)
        if (!isNew) reply.code(200)
        return connection
      },
      BODY,
    )
    app.endpoint(listConnections, async ({ userId }) => ({ data: await connections.list(userId), next: null }))
    app.endpoint(getConnection, ({ userId, params }) => connections.get(userId, params.id))
    app.endpoint(syncConnection, ({ userId, params }) => connections.sync(userId, params.id))
    app.endpoint(deleteConnection, async ({ userId, params }) => {
      await connections.remove(userId, params.id)
      return null
    })
  }
