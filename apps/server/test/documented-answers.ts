import type { FastifyInstance, InjectOptions, LightMyRequestResponse, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { documentPath, FILES, routeErrors } from '../src/platform/http/api-document.ts'
import { PROBLEM_TYPE } from '../src/platform/http/problem.ts'

const problemCode = z.object({ code: z.string() })

/** Call before adding routes: fails on close if a route returned a status, media type or error code not in the API document. */
export function documentAnswers(app: FastifyInstance): void {
  const routes = new Map<string, RouteOptions>()
  const undocumented = new Set<string>()
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) routes.set(`${method} ${route.url}`, route)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const route = routes.get(`${request.method} ${request.routeOptions.url}`)
    // Routes that exist only in tests have no schema.
    if (route?.schema === undefined || request.method === 'HEAD' || reply.statusCode === 304) return payload
    const type = String(reply.getHeader('content-type')).split(';', 1)[0] ?? ''
    const fault = type === PROBLEM_TYPE ? undocumentedError(route, payload) : undocumentedSuccess(route, reply.statusCode, type)
    if (fault !== undefined) undocumented.add(`${request.method} ${documentPath(route.url)} ${fault}`)
    return payload
  })
  app.addHook('onClose', async () => refuse([...undocumented]))
}

function refuse(undocumented: readonly string[]): void {
  if (undocumented.length > 0) throw new Error(`The API document does not have these answers:\n${undocumented.join('\n')}`)
}

function undocumentedError(route: RouteOptions, payload: unknown): string | undefined {
  const { code } = z.parse(problemCode, JSON.parse(String(payload)))
  const documented: readonly string[] = routeErrors(route)
  return documented.includes(code) ? undefined : code
}

function undocumentedSuccess({ method, url, schema }: RouteOptions, status: number, type: string): string | undefined {
  const isSchema = type === 'application/json' && Object.keys(schema?.response ?? {}).includes(String(status))
  const isFile = status === 200 && FILES[`${[method].flat().join()} ${documentPath(url)}`]?.[type] !== undefined
  return isSchema || isFile ? undefined : `${status} ${type}`
}

const response = z.object({
  content: z.optional(z.record(z.string(), z.unknown())),
  description: z.optional(z.string()),
  $ref: z.optional(z.string()),
})
const apiDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), response) }))),
  components: z.object({ responses: z.record(z.string(), response) }),
})
type Answer = { readonly method: string; readonly path: string; readonly response: LightMyRequestResponse }

/** The same for the whole app, whose routes exist already: checks injected requests. @returns the check, which throws */
export function recordInjected(app: FastifyInstance): () => void {
  const answers: Answer[] = []
  const inject = app.inject.bind(app)
  const recording = async (asked: InjectOptions | string): Promise<LightMyRequestResponse> => {
    const answer = await inject(asked)
    const { method = 'GET', url = '' } = typeof asked === 'string' ? { url: asked } : asked
    const [path = ''] = String(url).split('?')
    if (path.startsWith('/api/v1/') && method !== 'HEAD' && answer.statusCode !== 304) answers.push({ method, path, response: answer })
    return answer
  }
  app.inject = recording as typeof app.inject
  return () => {
    if (answers.length === 0) return
    const { paths, components } = z.parse(apiDocument, app.swagger())
    // A literal path precedes one with a parameter in the same place.
    const known = Object.keys(paths).toSorted((a, b) => a.split('{').length - b.split('{').length)
    const patterns = known.map((path) => [new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), path] as const)
    const faultOf = ({ method, path, response: { statusCode, headers, body } }: Answer): string | undefined => {
      const [, documented = ''] = patterns.find(([pattern]) => pattern.test(path)) ?? []
      const operation = paths[documented]?.[method.toLowerCase()]
      if (operation === undefined) return undefined
      const [type = ''] = String(headers['content-type']).split(';')
      const code = type === PROBLEM_TYPE ? `\`${z.parse(problemCode, JSON.parse(body)).code}\`` : ''
      const found = operation.responses[statusCode]
      const whole = found?.$ref === undefined ? found : components.responses[found.$ref.split('/').at(-1) ?? '']
      const isThere = whole?.content?.[type] !== undefined && (code === '' || whole.description?.includes(code) === true)
      return isThere ? undefined : `${method} ${documented} ${statusCode} ${type} ${code}`
    }
    refuse([...new Set(answers.flatMap((answer) => faultOf(answer) ?? []))])
  }
}
