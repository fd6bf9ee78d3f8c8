import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testApp } from '../../../test/app.ts'
import { FILES } from './api-document.ts'
import { BODY_EXAMPLES } from './api-examples.ts'
import { SECRET_PATHS } from './representations.ts'

/** In the folder of the server's packages, so that generated programs resolve them. */
const PACKAGES = join(import.meta.dirname, '../../../node_modules')
const TSC = join(import.meta.dirname, '../../../../../node_modules/typescript/bin/tsc')

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.unknown()),
  parameters: z.optional(z.array(z.object({ name: z.string(), description: z.string() }))),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ example: z.unknown() })) })),
  responses: z.record(z.string(), z.unknown()),
})
const apiDocument = z.object({
  servers: z.array(z.object({ url: z.string() })),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()), responses: z.record(z.string(), z.unknown()) }),
})
type Operation = z.output<typeof operation>

let text: string
let page: string
let document: z.output<typeof apiDocument>
let operations: [key: string, operation: Operation][]
let folder: string
beforeAll(async () => {
  const aerie = await testApp({ PUBLIC_URL: 'https://aerie.example' })
  text = (await aerie.app.inject('/openapi.json')).body
  page = (await aerie.app.inject('/docs')).body
  await aerie.close()
  document = z.parse(apiDocument, JSON.parse(text))
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, its]): [string, Operation] => [`${method.toUpperCase()} ${path}`, its]),
  )
  folder = mkdtempSync(join(PACKAGES, '.api-clients-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const resolved = (response: unknown): string => {
  const [, name] = /"\$ref":"#\/components\/responses\/(\w+)"/.exec(JSON.stringify(response)) ?? []
  return JSON.stringify(name === undefined ? response : document.components.responses[name])
}

it('passes the Redocly rules, with every example validated against its schema', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-unused-components': 'error',
      'operation-operationId-url-safe': 'error',
      'tag-description': 'error',
      // `/ideas/{idea}/addenda` and `/ideas/comments/{comment}`: an id is a UUID, so no path matches both.
      'no-ambiguous-paths': 'off',
    },
  })
  const problems = await lintFromString({ source: text, config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

it('documents for every operation its name, its callers, its input and its errors', () => {
  expect(operations.length).toBeGreaterThan(190)
  expect(document.servers).toEqual([expect.objectContaining({ url: 'https://aerie.example' })])
  expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length)
  const known = new Set(document.tags.map(({ name }) => name))
  expect(operations.filter(([, { tags }]) => !tags.every((tag) => known.has(tag))).map(([key]) => key)).toEqual([])
  const isProblem = (response: unknown): boolean => resolved(response).includes('"application/problem+json"')
  for (const status of ['429', '500', '503', 'default'])
    expect(operations.filter(([, { responses }]) => !isProblem(responses[status])).map(([key]) => key)).toEqual([])
  const takesInput = operations.filter(([, { parameters, requestBody }]) => parameters !== undefined || requestBody !== undefined)
  expect(takesInput.filter(([, { responses }]) => !isProblem(responses[400])).map(([key]) => key)).toEqual([])
  const asksWho = operations.filter(([, { security }]) => security.length > 0)
  expect(asksWho.filter(([, { responses }]) => !isProblem(responses[401])).map(([key]) => key)).toEqual([])
  const succeeds = ({ responses }: Operation): boolean =>
    Object.entries(responses).some(([status, response]) => status.startsWith('2') && resolved(response).includes('"content"'))
  expect(operations.filter(([, its]) => !succeeds(its)).map(([key]) => key)).toEqual([])
})

it('lists no removed operation in its tables', () => {
  const known = new Set(operations.map(([key]) => key))
  const named = [BODY_EXAMPLES, FILES].flatMap((table) => Object.keys(table))
  expect(named.filter((key) => !known.has(key))).toEqual([])
})

it('returns secrets only in uncompressed responses', () => {
  /** False positives: the name of a group, and a transaction hash. */
  const harmless = ['GET /api/v1/journal/statistics', 'POST /api/v1/chain/test-funds']
  const SECRET = /"(token|secret|recovery_codes|uri|link|key|passphrase|password)":/
  const give = ({ responses }: Operation): boolean =>
    Object.entries(responses).some(([status, response]) => status.startsWith('2') && SECRET.test(withSchemas(response)))
  const compressed = operations.filter(([key, its]) => give(its) && !SECRET_PATHS.test(key.replace(/^\w+ /, '')))
  expect(compressed.map(([key]) => key).toSorted()).toEqual(harmless)
})

function withSchemas(response: unknown): string {
  const seen = new Map<string, string>()
  const add = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (seen.has(name)) continue
      seen.set(name, JSON.stringify(document.components.schemas[name]))
      add(document.components.schemas[name])
    }
  }
  add(response)
  return [JSON.stringify(response), ...seen.values()].join('\n')
}

it('is a page whose links all resolve, with valid HTML ids', () => {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)
  expect(ids.filter((id) => !/^[\w-]+$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  const links = new Set([...page.matchAll(/ href="#([^"]*)"/g)].map(([, id = '']) => id))
  expect([...links].filter((id) => !ids.includes(id))).toEqual([])
  for (const [key] of operations) expect(page).toContain(`<code>${key.replace(/^\w+ /, '')}</code>`)
  expect(page).not.toContain('[object Object]')
})

const STRICT = { strict: true, noEmit: true, exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: true }
const FOR_FETCH = { module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] }

/** Compiles the files in `folder` with `tsc --strict`. @returns its errors */
function compile(name: string, files: readonly string[]): string {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ compilerOptions: { ...STRICT, ...FOR_FETCH, types: [] }, include: files }))
  try {
    execFileSync(process.execPath, [TSC, '-p', join(folder, `${name}.json`)], { encoding: 'utf8' })
    return ''
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  }
}

it('generates a client with openapi-typescript that compiles in strict mode and includes the error codes', async () => {
  writeFileSync(join(folder, 'paths.ts'), astToString(await openapiTypescript(text)))
  writeFileSync(
    join(folder, 'use-paths.ts'),
    `import createClient from 'openapi-fetch'
import type { components, paths } from './paths'
const client = createClient<paths>({ baseUrl: 'http://localhost' })
export async function place(): Promise<string> {
  const { data, error } = await client.POST('/api/v1/orders', {
    body: { client_id: 'order-1', symbol: 'BTC', side: 'buy', type: 'market', size: '0.01' },
  })
  if (error === undefined) return data.data.state
  const code: components['schemas']['ProblemCode'] = error.code
  return code === 'client_id_used' ? error.detail : code
}
export async function isWrong(): Promise<boolean> {
  const { error } = await client.GET('/api/v1/status')
  // @ts-expect-error: there is no such code
  return error?.code === 'no_such_code'
}
`,
  )
  expect(compile('paths', ['paths.ts', 'use-paths.ts'])).toBe('')
})
