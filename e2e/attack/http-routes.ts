import type { JsonSchema } from '@aerie/testkit/shaped-json'
import * as z from 'zod/mini'

export type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean | undefined; readonly schema: JsonSchema }
export type Route = {
  readonly method: string
  /** As the document has it: `/api/v1/assets/{symbol}`. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: JsonSchema | undefined
}

const schema = z.record(z.string(), z.unknown())
const operation = z.object({
  parameters: z.optional(
    z.array(z.object({ name: z.string(), in: z.string(), required: z.optional(z.boolean()), schema: z._default(schema, {}) })),
  ),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ schema: z.optional(schema) })) })),
})
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

/** Routes that the document does not list: those of the process itself, and pages of the web app. */
const UNLISTED = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/dev/outbox',
  '/',
  '/claw/pretrade',
  '/currencies/{symbol}',
  '/assets/{name}',
  '/api/v1/{name}',
]

const plain = (path: string): Route => ({
  method: 'GET',
  path,
  parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  body: undefined,
})

/** Every route of the server's own OpenAPI document, so that a new one is attacked without a change here. */
export async function readRoutes(url: string): Promise<Route[]> {
  const { paths } = z.parse(document, await (await fetch(`${url}/openapi.json`)).json())
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]): Route => {
      const [content] = Object.values(requestBody?.content ?? {})
      return { method: method.toUpperCase(), path, parameters: parameters ?? [], body: requestBody && (content?.schema ?? {}) }
    }),
  )
  return [...listed, ...UNLISTED.map(plain)]
}
