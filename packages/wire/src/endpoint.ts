import * as z from 'zod/mini'
import { envelope, listPage } from './problem.ts'
import type { ProblemCode } from './problem-codes.ts'

/** API token scopes, independent of each other. `trading:write` places, changes and cancels orders; no form preselects it. */
export const TOKEN_SCOPES = [
  'market:read',
  'trading:read',
  'trading:write',
  'journal:read',
  'journal:write',
  'alerts:read',
  'alerts:write',
] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

type Schema = z.core.$ZodType

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Path = `/${string}`

type Spec = {
  /** `recent`: the user has confirmed their identity within the last ten minutes. */
  readonly auth: 'public' | 'user' | 'recent'
  /** Credentials that the handler checks by itself, for the API document; `bearer` by default unless `auth` is `public`. */
  readonly security?: readonly ('bearer' | 'refreshCookie')[]
  /** Also open to API tokens with this scope. Without a scope no API token is accepted. */
  readonly scope?: TokenScope
  /** Refused once the deletion of the caller's account has started. */
  readonly isRefusedWhileLeaving?: true
  /** Group in the API document; the first segment of the path by default. */
  readonly tag?: string
  /** One line for the API document; the docstring of the endpoint. */
  readonly summary: string
  readonly description?: string
  readonly params?: Schema
  readonly query?: Schema
  readonly headers?: Schema
  readonly body?: Schema
  /** Media types of a body that is not JSON, such as a file; the web app sends the first. */
  readonly consumes?: readonly string[]
  /** Status of a success; 200 by default. */
  readonly status?: 200 | 201 | 202
  /** A repeated request gets the same data with 200 instead of `status`. */
  readonly isRepeatable?: true
  /** Errors beyond those that follow from the method, `auth` and the inputs. */
  readonly errors?: readonly ProblemCode[]
} & Result

type Results = {
  /** Data of the response: `{ "data": … }`. */
  readonly returns: Schema
  /** Item of a page: `{ "data": [ … ], "next": cursor | null }`. */
  readonly lists: Schema
  /** Whole body of a response with members besides `data`, or besides `data` and `next`. */
  readonly response: Schema
  /** Media type of a response that is not JSON. */
  readonly file: string
}
/** Exactly one of them. */
type Result = { [Kind in keyof Results]: Pick<Results, Kind> & { readonly [Other in Exclude<keyof Results, Kind>]?: never } }[keyof Results]

/** A route as the server registers it and the web app calls it. */
export type Endpoint = Spec & {
  readonly method: Method
  /** Below `/api/v1`; parameters as `:id`. */
  readonly path: Path
}

type ParamNames<P extends string> = P extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<`/${Tail}`>
    : Rest
  : never

/** `params` must name every parameter of `path`. */
type HasParams<P extends Path> = [ParamNames<P>] extends [never]
  ? { readonly params?: never }
  : { readonly params: z.core.$ZodType<Readonly<Record<ParamNames<P>, unknown>>> }

/* @__NO_SIDE_EFFECTS__ */
/**
 * Declares a route once, for the server, the web app, the API document and the tests.
 *
 * @example endpoint('GET /lessons/:id', { auth: 'public', summary: 'A lesson', params: z.object({ id: lessonId }), returns: lesson })
 */
export function endpoint<M extends Method, P extends Path, const S extends Spec>(route: `${M} ${P}`, spec: S & HasParams<P>) {
  const space = route.indexOf(' ')
  const [method, path] = [route.slice(0, space), route.slice(space + 1)] as [M, P]
  return { method, path, ...spec } as S & { readonly method: M; readonly path: P }
}

/** Data of a response that only confirms; the server's handler returns nothing. */
export const nothing = z.null()

/** Parameters of a route for one thing. */
export const byId = z.object({ id: z.uuid() })

/** Headers of a request that acts once, however often it is sent. */
export const byKey = z.object({
  'idempotency-key': z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/, '8 to 100 characters without spaces'))),
})

/** Schema of the whole body of a success; undefined for a response that is not JSON. */
export function responseSchema({ returns, lists, response }: Endpoint): Schema | undefined {
  if (response !== undefined) return response
  if (lists !== undefined) return listPage(lists)
  return returns && envelope(returns)
}

type Values = Readonly<Record<string, unknown>>

/** Path and query of a request, below `/api/v1`. Undefined parts of the query are left out. */
export function urlOf({ path }: Endpoint, { params, query = {} }: { readonly params?: Values; readonly query?: Values }): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return search === '' ? filled : `${filled}?${search}`
}

type PartName = 'params' | 'query' | 'headers' | 'body'

/** A part with nothing required may be left out. */
type InputPart<E extends Endpoint, Name extends PartName> = E[Name] extends infer S extends Schema
  ? Record<never, never> extends z.input<S>
    ? { readonly [N in Name]?: z.input<S> }
    : { readonly [N in Name]: z.input<S> }
  : unknown

/** What a caller passes. */
export type EndpointInput<E extends Endpoint> = InputPart<E, 'params'> &
  InputPart<E, 'query'> &
  InputPart<E, 'headers'> &
  InputPart<E, 'body'>

/** What the server's handler gets: the same, parsed. */
export type EndpointRequest<E extends Endpoint> = {
  readonly [Name in PartName as E[Name] extends Schema ? Name : never]: E[Name] extends infer S extends Schema ? z.output<S> : never
}

/** What a caller gets: the data, a page, or the whole body. */
export type EndpointResult<E extends Endpoint> = E['lists'] extends infer Item extends Schema
  ? { readonly data: readonly z.output<Item>[]; readonly next: string | null }
  : E['returns'] extends infer Data extends Schema
    ? z.output<Data>
    : E['response'] extends infer Body extends Schema
      ? z.output<Body>
      : never

/** What the server's handler returns: the result as the schema takes it; ignored for `nothing`. */
export type EndpointReturn<E extends Endpoint> = E['lists'] extends infer Item extends Schema
  ? { readonly data: readonly z.input<Item>[]; readonly next: string | null }
  : E['returns'] extends typeof nothing
    ? unknown
    : E['returns'] extends infer Data extends Schema
      ? z.input<Data>
      : E['response'] extends infer Body extends Schema
        ? z.input<Body>
        : unknown
