import { STATUS_CODES } from 'node:http'
import { ERRORS } from '@aerie/wire/errors'
import { problem } from '@aerie/wire/problem'
import { PROBLEM_CODES, type ProblemCode } from '@aerie/wire/problem-codes'
import { wireSchemas } from '@aerie/wire/protocol'
import swagger from '@fastify/swagger'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { BODY_EXAMPLES, PARAMETERS } from './api-examples.ts'
import { PROBLEM_TYPE } from './problem.ts'

type Json = Record<string, unknown>
type Content = Record<string, { schema?: unknown; example?: unknown }>
type Response = { description: string; headers?: Json; content?: Content }
type Parameter = { name: string; in: string; schema?: unknown; description?: string; example?: unknown }
type Operation = {
  tags?: string[]
  operationId?: string
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { content: Content; required?: boolean }
  responses: Record<string, Response | { $ref: string }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Json; responses?: Json } & Json } & Json

type Route = { readonly errors: readonly ProblemCode[]; readonly rawBody: readonly string[] | undefined }

const guards = new WeakMap<object, readonly ProblemCode[]>()

/** Declares the error codes of a guard hook for the API document. @returns the guard */
export function refusesWith<T extends object>(guard: T, codes: readonly ProblemCode[]): T {
  guards.set(guard, codes)
  return guard
}

type Options = { readonly version: string; readonly publicUrl: string | undefined; readonly refreshCookie: string }

/** Builds the OpenAPI 3.1 document of all routes with a schema. Register before the routes. */
export async function describeApi(app: FastifyInstance, { version, publicUrl, refreshCookie }: Options): Promise<void> {
  const routes = new Map<string, Route>()
  const components = z.registry<{ id?: string }>()
  const names = componentNames()
  const seen = new Set<unknown>()
  /** Only schemas in use become components: converting all takes twice as long. */
  const addComponent = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    const isSchema = part instanceof z.core.$ZodType
    const id = isSchema ? names.get(part) : undefined
    if (isSchema && id !== undefined) components.add(part, { id })
    for (const child of Object.values(isSchema ? part._zod.def : part)) addComponent(child)
  }
  addComponent(problem)
  app.addHook('onRoute', ({ schema }) => addComponent([schema?.body, schema?.response]))
  const config = { zodToJsonConfig: { override: adjustSchema } }
  const transform = createJsonSchemaTransform({ schemaRegistry: components, ...config })
  // Parameters are listed individually, so their schemas must be inline.
  const transformInline = createJsonSchemaTransform({ schemaRegistry: z.registry<{ id?: string }>(), ...config })
  const addComponents = createJsonSchemaTransformObject({ schemaRegistry: components, ...config })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Aerie',
        version,
        description:
          'Success is `{"data": …}`; lists add `next`, the `cursor` of the next page. An error is RFC 9457 `application/problem+json` with a stable `code`. ' +
          'Amounts, prices and sizes of trading are decimal strings. Responses over 1 kB are compressed for callers that accept it.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl ?? '/', description: 'This server' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The `token` of a login. It is valid for minutes: see `auth/refresh`.',
          },
          apiToken: { type: 'http', scheme: 'bearer', description: 'An API token (`aer_…`) with the scope that is named.' },
          refreshCookie: { type: 'apiKey', in: 'cookie', name: refreshCookie, description: 'Set by every login. No script can read it.' },
        },
      },
    },
    transform: (route) => {
      const { schema, url } = transform(route)
      const { querystring, params, headers } = route.schema ?? {}
      const inline = transformInline({
        ...route,
        schema: {
          ...(querystring !== undefined && { querystring }),
          ...(params !== undefined && { params }),
          ...(headers !== undefined && { headers }),
        },
      })
      for (const method of [route.route.method].flat()) routes.set(`${method} ${documentPath(url)}`, routeOf(route.route))
      return { schema: { ...schema, ...inline.schema }, url }
    },
    transformObject: (document) => complete(addComponents(document) as unknown as Document, routes) as never,
  })
}

export const documentPath = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}')

const routeOf = (route: RouteOptions): Route => ({
  errors: routeErrors(route),
  rawBody: route.schema?.body === undefined ? route.schema?.consumes : undefined,
})

/** All error codes of a route: from its kind, its guards and its contract. */
export function routeErrors({ method, schema = {}, config = {}, onRequest }: RouteOptions): ProblemCode[] {
  const { params, querystring, headers, body, consumes, security = [] } = schema
  const hooks: readonly unknown[] = [onRequest].flat()
  const takesBody = body !== undefined || consumes !== undefined
  const when = (applies: boolean, ...codes: ProblemCode[]): ProblemCode[] => (applies ? codes : [])
  return [
    ...when(takesBody || [params, querystring, headers].some((part) => part !== undefined), 'bad_input'),
    ...when(security.length > 0, 'unauthenticated', 'invalid_token', 'forbidden'),
    ...when(method !== 'GET', 'forbidden'),
    ...hooks.flatMap((hook) => (typeof hook === 'function' ? (guards.get(hook) ?? []) : [])),
    ...when(params !== undefined, 'not_found'),
    ...when(takesBody, 'payload_too_large', 'unsupported_media_type'),
    ...when(config.isRefusedWhileLeaving === true, 'account_leaving'),
    ...(config.errors ?? []),
    'rate_limited',
    'internal',
    'unavailable',
  ]
}

/** Schemas by export name; ambiguous names get the area as prefix. */
function componentNames(): Map<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>()
  const taken = new Set<string>()
  for (const [path, schema] of wireSchemas()) {
    const [area = '', name = ''] = path.split('.').map(pascalCase)
    const free = taken.has(name) ? `${area}${name}` : name
    if (!names.has(schema)) names.set(schema, free)
    taken.add(free)
  }
  return names
}

const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, first: string) => first.toUpperCase())

type SchemaContext = {
  readonly zodSchema: z.core.$ZodTypes
  readonly jsonSchema: Json & { anyOf?: object[]; additionalProperties?: unknown; required?: string[] }
}

/** Plain response objects are open, as fields may be added. Records list known keys for tools without `propertyNames`. */
function adjustSchema({ zodSchema: { _zod: zod }, jsonSchema }: SchemaContext): void {
  const { required, additionalProperties, anyOf } = jsonSchema
  if (zod.def.type === 'object' && zod.def.catchall === undefined) delete jsonSchema.additionalProperties
  if (zod.def.type === 'record' && required !== undefined) {
    jsonSchema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]))
    delete jsonSchema.additionalProperties
    delete jsonSchema.propertyNames
  }
  if (zod.def.type === 'union' && anyOf !== undefined) jsonSchema.anyOf = anyOf.filter((schema) => Object.keys(schema).length > 0)
}

function complete(document: Document, routes: ReadonlyMap<string, Route>): Document {
  const { components } = document
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const key = `${method.toUpperCase()} ${path}`
      completeOperation(key, operation, routes.get(key))
    }
  }
  components.schemas.ProblemCode = {
    type: 'string',
    enum: [...PROBLEM_CODES.keys()],
    description: 'What went wrong, as a word that never changes its meaning. Further codes may be added.',
  }
  components.schemas.Problem = describeProblem(components.schemas.Problem)
  const shared = Object.entries(SHARED_ERRORS).map(([name, codes]): [string, Response] => [name, errorResponse(codes)])
  components.responses = Object.fromEntries([...shared, ['Other', OTHER_ERROR]])
  return withNeededComponents(document)
}

function completeOperation(key: string, operation: Operation, route: Route | undefined): void {
  operation.operationId ??= operationIdOf(key)
  operation.security ??= []
  for (const parameter of operation.parameters ?? []) completeParameter(key, parameter)
  if (route?.rawBody !== undefined) {
    const content = route.rawBody.map((type) => [type, { schema: { type: 'string' } }])
    operation.requestBody = { required: true, content: Object.fromEntries(content) }
  }
  for (const media of Object.values(operation.requestBody?.content ?? {})) if (key in BODY_EXAMPLES) media.example = BODY_EXAMPLES[key]
  const files = FILES[key]
  if (files !== undefined) addFiles(operation, files)
  for (const [status, response] of Object.entries(operation.responses)) {
    if ('description' in response && response.description === 'Default Response') response.description = STATUS_CODES[status] ?? status
  }
  const codes = Map.groupBy(new Set(route?.errors), statusOf)
  for (const [status, sharing] of [...codes].sort(([a], [b]) => a - b)) operation.responses[status] ??= sharedOr(sharing)
  operation.responses.default ??= { $ref: '#/components/responses/Other' }
}

function operationIdOf(key: string): string {
  const [method = '', path = ''] = key.split(' ')
  return `${method.toLowerCase()}${pascalCase(path.replace('/api/v1/', '').replaceAll(/\{(\w+)\}/g, 'by $1'))}`
}

function completeParameter(key: string, parameter: Parameter): void {
  const known = PARAMETERS[`${key} ${parameter.name}`] ?? PARAMETERS[parameter.name]
  const described = parameter.in === 'path' && parameter.name === 'id' ? `Id of the ${nounBefore(key)}.` : known?.description
  if (described !== undefined) parameter.description ??= described
  const isInteger = z.safeParse(z.object({ type: z.literal('integer') }), parameter.schema).success
  if (known?.example !== undefined) parameter.example ??= isInteger ? Number(known.example) : known.example
}

function nounBefore(key: string): string {
  const [, plural = ''] = /([a-z-]+)\/\{id\}/.exec(key) ?? []
  return plural.replace(/ies$/, 'y').replace(/s$/, '')
}

function addFiles(operation: Operation, files: Content): void {
  const response = operation.responses[200]
  const known = response !== undefined && 'content' in response ? response.content : {}
  operation.responses[200] = { description: 'OK', content: { ...known, ...files } }
}

const errorOf = (code: ProblemCode) => ERRORS[PROBLEM_CODES.get(code) ?? 'internal']
const statusOf = (code: ProblemCode): number => errorOf(code).status

const SHARED_ERRORS = {
  BadInput: ['bad_input'],
  Unauthenticated: ['unauthenticated', 'invalid_token'],
  Forbidden: ['forbidden'],
  NotFound: ['not_found'],
  PayloadTooLarge: ['payload_too_large'],
  UnsupportedMediaType: ['unsupported_media_type'],
  RateLimited: ['rate_limited'],
  Internal: ['internal'],
  Unavailable: ['unavailable'],
} as const satisfies Record<string, readonly ProblemCode[]>

function sharedOr(codes: readonly ProblemCode[]): Response | { $ref: string } {
  const text = [...codes].sort().join()
  const shared = Object.entries(SHARED_ERRORS).find(([, its]) => [...its].sort().join() === text)
  return shared === undefined ? errorResponse(codes) : { $ref: `#/components/responses/${shared[0]}` }
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 1 } } }

function errorResponse(codes: readonly ProblemCode[]): Response {
  const [first = 'internal'] = codes
  const { status, title } = errorOf(first)
  const example = { type: `urn:aerie:problem:${first}`, title, status, detail: `${title}.`, code: first }
  return {
    description: codes.map((code) => (code in ERRORS ? `\`${code}\`: ${errorOf(code).title}.` : `\`${code}\`.`)).join(' '),
    ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
    content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' }, example } },
  }
}

const OTHER_ERROR: Response = {
  description: 'Any other error.',
  content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
}

const PROBLEM_FIELDS: Readonly<Record<string, object>> = {
  type: { description: 'A URI that names the kind of problem: `urn:aerie:problem:` and the code.' },
  title: { description: 'The kind of problem in words.' },
  status: { description: 'The status of the response.' },
  detail: { description: 'One sentence about this occurrence.' },
  code: { $ref: '#/components/schemas/ProblemCode' },
  errors: { description: 'For bad input: what is wrong with each field, by its dotted path; `""` is the whole body.' },
}

function describeProblem(schema: unknown): object {
  const { properties, ...rest } = z.parse(z.looseObject({ properties: z.record(z.string(), z.looseObject({})) }), schema)
  const described = Object.entries(properties).map(([name, its]) => [
    name,
    name === 'code' ? PROBLEM_FIELDS.code : { ...its, ...PROBLEM_FIELDS[name] },
  ])
  return {
    ...rest,
    properties: Object.fromEntries(described),
    description: 'RFC 9457 problem details. Some codes add members of their own.',
  }
}

const SCHEMA_REF = /"#\/components\/schemas\/(\w+)"/g

/** Merges schemas with identical input and output forms and drops unused components. */
function withNeededComponents(document: Document): Document {
  const { schemas, ...others } = document.components
  const texts = new Map(Object.entries(schemas).map(([name, schema]) => [name, JSON.stringify(schema)]))
  const rename = (text: string, same: ReadonlySet<string>): string =>
    text.replaceAll(SCHEMA_REF, (ref, name: string) => (same.has(name) ? ref.replace(/Input"$/, '"') : ref))
  // Fixed point: assumes all pairs are equal, then removes those that differ.
  let same: ReadonlySet<string> = new Set([...texts.keys()].filter((name) => name.endsWith('Input') && texts.has(name.slice(0, -5))))
  for (;;) {
    const before = same
    same = new Set(
      [...before].filter((name) => rename(texts.get(name) ?? '', before) === rename(texts.get(name.slice(0, -5)) ?? '', before)),
    )
    if (same.size === before.size) break
  }
  const rest = rename(JSON.stringify({ ...document, components: others }), same)
  const needed = new Map<string, string>()
  const add = (text: string): void => {
    for (const [, name = ''] of text.matchAll(SCHEMA_REF)) {
      const schema = texts.get(name)
      if (needed.has(name) || schema === undefined) continue
      needed.set(name, rename(schema, same))
      add(rename(schema, same))
    }
  }
  add(rest)
  const alone = new Set([...needed.keys()].filter((name) => name.endsWith('Input') && !needed.has(name.slice(0, -5))))
  const whole: Document = JSON.parse(rename(rest, alone))
  const sorted = [...needed].sort(([a], [b]) => (a < b ? -1 : 1))
  whole.components.schemas = Object.fromEntries(
    sorted.map(([name, schema]) => [alone.has(name) ? name.slice(0, -5) : name, JSON.parse(rename(schema, alone))]),
  )
  return whole
}

const TEXT = { schema: { type: 'string' } }
const BINARY = { schema: { type: 'string', format: 'binary' } }
const dataOf = (data: object) => ({ schema: { type: 'object', properties: { data }, required: ['data'] } })
const RECORDS = dataOf({ type: 'array', items: { type: 'object' } })
const RPC_ANSWER = {
  type: 'object',
  properties: {
    jsonrpc: { type: 'string', enum: ['2.0'] },
    id: { type: ['number', 'string', 'null'] },
    result: {},
    error: { type: 'object' },
  },
  required: ['jsonrpc', 'id'],
}

export const FILES: Readonly<Record<string, Content>> = {
  'GET /api/v1/forecasts/export': { 'text/csv': TEXT, 'application/json': RECORDS },
  'GET /api/v1/forecasts/{symbol}/export': { 'text/csv': TEXT, 'application/json': RECORDS },
  'GET /api/v1/journal/export': { 'text/csv': TEXT },
  'GET /api/v1/journal/export/pictures': { 'application/x-ndjson': TEXT },
  'GET /api/v1/account/exports/{id}/file': { 'application/zip': BINARY },
  'GET /api/v1/account/apex/signer': { 'application/wasm': BINARY },
  'GET /api/v1/agent/conversations/{id}/export': { 'text/markdown': TEXT, 'application/json': dataOf({ type: 'object' }) },
  'GET /api/v1/staking/history/{wallet}': { 'text/csv': TEXT },
  'GET /api/v1/deliveries/unsubscribe': { 'text/html': TEXT },
  'POST /api/v1/deliveries/unsubscribe': { 'text/html': TEXT },
  'POST /mcp': { 'application/json': { schema: RPC_ANSWER }, 'text/event-stream': TEXT },
  'POST /api/v1/chain/rpc': { 'application/json': { schema: { anyOf: [RPC_ANSWER, { type: 'array', items: RPC_ANSWER }] } } },
}

const TAGS: Readonly<Record<string, string>> = {
  server: 'State and public settings of this server.',
  auth: 'Sign-up, login and sessions.',
  account: 'The account of the caller: details, security, API tokens, exports, keys of ApeX Omni.',
  market: 'Coins, prices, candles and order books.',
  'market-data': 'Market data that is sent to the sockets of the caller.',
  forecasts: 'Probabilistic forecasts and how they did.',
  agent: 'What the agent predicted, its conversations, and its tools for other assistants.',
  analytics: 'Statistics of the market.',
  workspace: 'Saved documents: layouts, charts, watchlists, notes.',
  lessons: 'Lessons, quizzes and progress.',
  trading: 'Paper trading: account, orders, positions, fills.',
  copy: 'Copying of leaders.',
  journal: 'Round trips, statistics and imports.',
  alerts: 'Alerts and their history.',
  deliveries: 'How alerts reach their user: mail, push, Telegram, webhooks.',
  ideas: 'Trade ideas, their authors and the leader board.',
  chain: 'The local chain.',
  wallets: 'Linked wallets and the tier that they give.',
  staking: 'Staking positions, pool and vesting.',
  subscriptions: 'Subscriptions of the caller.',
}
