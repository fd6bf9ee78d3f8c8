import type { LightMyRequestResponse } from 'fastify'
import * as z from 'zod/mini'
import type { testApp } from './app.ts'

type Aerie = Awaited<ReturnType<typeof testApp>>
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly scopes: readonly string[] | null
}

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const
const operation = z.object({ security: z.array(z.record(z.string(), z.array(z.string()))) })
const apiDocument = z.object({
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), operation)),
})

/** Every operation of the OpenAPI document. `scopes`: those it names for API tokens; null: no login required. */
export async function operationsOf({ app }: Aerie): Promise<Operation[]> {
  const { paths } = z.parse(apiDocument, (await app.inject('/openapi.json')).json())
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, { security }]) => ({
      method: METHODS[z.parse(z.enum(['get', 'post', 'put', 'patch', 'delete']), method)],
      path,
      scopes: security.some((one) => 'bearer' in one) ? security.flatMap((one) => one.apiToken ?? []) : null,
    })),
  )
}

const NOBODYS = '00000000-0000-4000-8000-000000000000'
const FILL: Readonly<Record<string, string>> = {
  symbol: 'NOCOIN',
  kind: 'layout',
  name: 'none',
  address: `0x${'0'.repeat(40)}`,
  wallet: `0x${'0'.repeat(40)}`,
}

/** Empty path and body: authorization is checked before either is validated. */
export const ask = ({ app }: Aerie, { method, path }: Operation, token: string | undefined): Promise<LightMyRequestResponse> =>
  app.inject({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => FILL[name] ?? NOBODYS),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
  })

const refusal = z.object({ code: z.string() })
/** Error codes of guards; other 401 and 403 responses come from the call itself. */
const GUARDS = new Set(['unauthenticated', 'invalid_token', 'forbidden', 'reauthentication_required'])

/** The guard's verdict: `401`, `403`, `proof` where reauthentication is required, or `yes`. */
export function verdict(answer: LightMyRequestResponse): string {
  if (answer.statusCode !== 401 && answer.statusCode !== 403) return 'yes'
  const { code } = z.parse(refusal, answer.json())
  if (!GUARDS.has(code)) return 'yes'
  return code === 'reauthentication_required' ? 'proof' : String(answer.statusCode)
}
