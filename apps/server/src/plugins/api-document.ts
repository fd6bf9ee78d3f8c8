import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Collects the OpenAPI 3.1 document of every route that has a schema. Registered before the routes. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
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
}
