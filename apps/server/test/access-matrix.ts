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

/** Every operation of the OpenAPI document, as clients read it. `scopes` are those it names for API tokens; null: it asks for no login. */
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

/** Asks with a path of nothing and a body of nothing: who may not is told so before either is looked at. */
export const ask = ({ app }: Aerie, { method, path }: Operation, token: string | undefined): Promise<LightMyRequestResponse> =>
  app.inject({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => FILL[name] ?? NOBODYS),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
  })

const refusal = z.object({ code: z.string() })
/** What a guard says; other 401 and 403 are of the call itself. */
const GUARDS = new Set(['unauthenticated', 'invalid_token', 'forbidden', 'reauthentication_required'])

/** What the guard of a route said: `401`, `403`, `proof` where a proof of who is there is missing, or `yes`. */
export function verdict(answer: LightMyRequestResponse): string {
  if (answer.statusCode !== 401 && answer.statusCode !== 403) return 'yes'
  const { code } = z.parse(refusal, answer.json())
  if (!GUARDS.has(code)) return 'yes'
  return code === 'reauthentication_required' ? 'proof' : String(answer.statusCode)
}
