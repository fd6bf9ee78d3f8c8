import { SECOND_MS } from '@aerie/core/time'
import { type Endpoint, type EndpointInput, type EndpointResult, responseSchema, urlOf } from '@aerie/wire/endpoint'
import { ERROR_CODES, type ErrorCode } from '@aerie/wire/errors'
import { envelope, problem } from '@aerie/wire/problem'
import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { ApiError } from './api-error.ts'
import { noteAnswer, retryAfterMs } from './server-state.ts'

const PREFIX = '/api/v1'
const TIMEOUT_MS = 20_000

type Options = {
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sends no token: for login, signup and other calls that create a session. */
  readonly anonymous?: boolean | undefined
  /** Sends this token instead of the one of the session, and does not renew it. */
  readonly token?: string | undefined
  /** Continues after the page is left. */
  readonly keepalive?: boolean | undefined
  /** Bypasses the browser's cache, where a request waits behind an earlier, hanging one for the same URL. */
  readonly fresh?: boolean | undefined
  readonly timeoutMs?: number | undefined
}
type Call = Options & {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

type Credentials = {
  readonly token: () => string | null
  /** Called when the server refused the token `refused`: renews it or ends the session. True: retry. */
  readonly renew: (refused: string) => Promise<boolean>
}

const credentialsStore = createStore<Credentials>(() => ({ token: () => null, renew: async () => false }))

export const bindCredentials = (given: Credentials): void => credentialsStore.setState(given)

/** Input of an endpoint, and options for the request itself. */
export type ApiInput<E extends Endpoint> = EndpointInput<E> &
  Omit<Options, 'headers'> &
  (E['consumes'] extends readonly string[] ? { readonly body: Blob } : unknown)
type AnyInput = Options & Parameters<typeof urlOf>[1] & { readonly body?: unknown }

/**
 * Calls an endpoint by its contract in `packages/wire` and parses the response with it. An expired token is renewed once and the call
 * repeated.
 *
 * @returns the data of the response, or a page for an endpoint that lists, or the whole body for one with `response`
 * @throws ApiError; or the reason of `signal` when the caller aborts
 * @example const lesson = await api(getLesson, { params: { id: 'stops' } })
 */
export async function api<E extends Endpoint>(endpoint: E, input: ApiInput<E>): Promise<EndpointResult<E>> {
  const response = await ask(callOf(endpoint, input))
  const { returns } = endpoint
  const result = returns === undefined ? parseBody(response, responseSchema(endpoint) ?? z.unknown()) : parseData(response, returns)
  return (await result) as EndpointResult<E> // Parsed by the endpoint's schema.
}

/** The text of an endpoint that responds with a file. @throws as `api` */
export const apiText = async <E extends Endpoint & { readonly file: string }>(endpoint: E, input: ApiInput<E>): Promise<string> =>
  (await ask(callOf(endpoint, input))).text()

function callOf(endpoint: Endpoint, input: AnyInput): Call {
  const { params, query, headers, ...rest } = input
  const type = endpoint.consumes && { 'content-type': endpoint.consumes[0] ?? '' }
  return {
    ...rest,
    headers: { ...type, ...headers },
    method: endpoint.method,
    path: urlOf(endpoint, { ...(params && { params }), ...(query && { query }) }),
  }
}

async function ask(request: Call): Promise<Response> {
  const credentials = credentialsStore.getState()
  const token = request.anonymous || request.token !== undefined ? null : credentials.token()
  let response = await send(request, request.token ?? token)
  if (token !== null && (await isRefusedToken(response)) && (await credentials.renew(token))) {
    response = await send(request, credentials.token())
  }
  if (!response.ok) throw await toApiError(response)
  return response
}

async function send(call: Call, token: string | null): Promise<Response> {
  const { method, path, body, signal, headers, keepalive = false } = call
  const limit = AbortSignal.timeout(call.timeoutMs ?? TIMEOUT_MS)
  try {
    const response = await fetch(PREFIX + path, {
      method,
      keepalive,
      cache: call.fresh ? 'no-store' : 'default',
      credentials: 'same-origin',
      headers: {
        accept: 'application/json, application/problem+json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    noteAnswer(response.status)
    return response
  } catch (cause) {
    signal?.throwIfAborted()
    noteAnswer(0)
    throw new ApiError({ code: 'offline', status: 0, detail: '', cause })
  }
}

async function isRefusedToken(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const { code } = await toApiError(response.clone())
  return code === 'invalid_token' || code === 'unauthenticated'
}

async function parseData<S extends z.core.$ZodType>(response: Response, schema: S): Promise<z.output<S>> {
  const json = response.status === 204 ? { data: null } : await readJson(response)
  return parsed(response, schema, z.safeParse(envelope(z.unknown()), json).data?.data)
}

const parseBody = async <S extends z.core.$ZodType>(response: Response, schema: S): Promise<z.output<S>> =>
  parsed(response, schema, await readJson(response))

function parsed<S extends z.core.$ZodType>(response: Response, schema: S, json: unknown): z.output<S> {
  const result = z.safeParse(schema, json)
  if (!result.success) throw new ApiError({ code: 'bad_answer', status: response.status, detail: '', cause: result.error })
  return result.data
}

async function toApiError(response: Response): Promise<ApiError> {
  const parsed = z.safeParse(problem, await readJson(response))
  const waitMs = retryAfterMs(response.headers)
  const retryAfterSeconds = waitMs === undefined ? undefined : waitMs / SECOND_MS
  const otherwise = CODE_OF_STATUS[response.status] ?? 'bad_answer'
  if (!parsed.success) return new ApiError({ code: otherwise, status: response.status, detail: '', retryAfterSeconds })
  const { code: reason, ...fault } = parsed.data
  return new ApiError({ ...fault, code: ERROR_CODES.find((known) => known === reason) ?? otherwise, reason, retryAfterSeconds })
}

/** For responses without problem details (from a proxy, say), and for codes specific to one area. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  422: 'rule_broken',
  429: 'rate_limited',
  500: 'internal',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    noteAnswer(0)
    throw new ApiError({ code: 'offline', status: 0, detail: '', cause })
  }
}
