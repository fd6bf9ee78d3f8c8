import type { JsonSchema } from '@aerie/testkit/shaped-json'
import * as z from 'zod/mini'

export type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean | undefined; readonly schema: JsonSchema }
export type Route = {
  readonly method: string
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
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
})

/** Routes missing from the document: those of the process itself, and pages of the web app. */
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

/** Every route of the server's own OpenAPI document, so that a new one is attacked automatically. */
export async function readRoutes(url: string): Promise<Route[]> {
  return [...routesIn(await (await fetch(`${url}/openapi.json`)).json()), ...UNLISTED.map(plain)]
}

/** Body schemas in it must not refer to others. */
export function routesIn(openApi: unknown): Route[] {
  const { paths, components } = z.parse(document, openApi)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]): Route => {
      const [content] = Object.values(requestBody?.content ?? {})
      const body = requestBody && z.parse(schema, inlined(content?.schema ?? {}, components.schemas))
      return { method: method.toUpperCase(), path, parameters: parameters ?? [], body }
    }),
  )
}

/** Resolves references to components; a recursive component allows everything. */
function inlined(part: unknown, components: Readonly<Record<string, JsonSchema>>, within: readonly string[] = []): unknown {
  if (Array.isArray(part)) return part.map((item) => inlined(item, components, within))
  if (typeof part !== 'object' || part === null) return part
  const [, name] = '$ref' in part ? (/^#\/components\/schemas\/(\w+)$/.exec(String(part.$ref)) ?? []) : []
  if (name !== undefined) return within.includes(name) ? {} : inlined(components[name], components, [...within, name])
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inlined(value, components, within)]))
}
