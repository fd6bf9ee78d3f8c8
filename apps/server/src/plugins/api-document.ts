import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** The OpenAPI 3.1 document of every route that has a schema, at `/openapi.json`. Registered before the routes. */
export async function serveApiDocument(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Aerie',
        version,
        description: 'Success is {"data": …}; an error is RFC 9457 application/problem+json with a stable code.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          apiToken: { type: 'http', scheme: 'bearer', description: 'An API token (`aer_…`) with the scope that is named.' },
        },
      },
    },
    transform: jsonSchemaTransform,
  })
  let document: string | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger())
    return reply.header('cache-control', 'no-cache').type('application/json').send(document)
  })
}
