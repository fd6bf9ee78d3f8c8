import { brokenJson, hostileJson } from '@aerie/testkit/hostile-json'
import { type KnownValues, nearlyShapedJson, shapedValue } from '@aerie/testkit/shaped-json'
import fc from 'fast-check'
import type { Parameter, Route } from './http-routes.ts'

export type HttpInput = {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly as: 'guest' | 'user' | 'stranger'
}

const HOSTILE_SEGMENTS = [
  '%00',
  '%',
  '%ff%fe',
  '..%2f..%2f',
  '.',
  '%2e%2e',
  'x'.repeat(3_000),
  '%E0%A4%A',
  '__proto__',
  'constructor',
  '%0d%0ax:y',
  '*',
  'BTC;x=1',
  '%ED%A0%80',
]
const CONTENT_TYPES = [
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-7',
  'application/json;;;',
  'application/__proto__+json',
  '',
  'x'.repeat(2_000),
]
const STRANGE_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { host: 'rebound.example' },
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' },
  { cookie: '__Host-aerie-refresh=AAAA' },
  { cookie: `a=${'b'.repeat(6_000)}` },
  { cookie: '__proto__=1; =; ;;=' },
  { 'if-none-match': '*' },
  { 'if-none-match': `"${'x'.repeat(2_000)}"` },
  { range: 'bytes=0-0,5-1,-1' },
  { 'accept-encoding': 'br;q=nan, *;q=0' },
  { accept: 'text/html,'.repeat(300) },
  { 'content-encoding': 'gzip' },
  { 'idempotency-key': 'k'.repeat(5_000) },
  { 'x-http-method-override': 'DELETE' },
]
const OTHER_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

/** As the address bar would encode it; a lone surrogate has no such form. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}
const urlValueOf = (json: string): string => {
  const text = json.startsWith('"') ? String(JSON.parse(json)) : json
  return encoded(text.slice(0, 2_500))
}
const hostileUrlValue = hostileJson.map(urlValueOf)
const shapedUrlValue = ({ schema, name }: Parameter, known: KnownValues) =>
  shapedValue(schema, known, name).map((value) => encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')))

const segment = (parameter: Parameter, known: KnownValues): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 7, arbitrary: shapedUrlValue(parameter, known) },
    { weight: 1, arbitrary: hostileUrlValue },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_SEGMENTS) },
  )

function pathOf({ path, parameters }: Route, known: KnownValues): fc.Arbitrary<string> {
  const pathParameters = parameters.filter((parameter) => parameter.in === 'path')
  return fc.tuple(...pathParameters.map((parameter) => segment(parameter, known))).map((segments) => {
    const byName = new Map(pathParameters.map(({ name }, index) => [name, segments[index] ?? '']))
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => byName.get(name) ?? name)
  })
}

function queryOf({ parameters }: Route, known: KnownValues): fc.Arbitrary<string> {
  const fields = parameters.filter((parameter) => parameter.in === 'query')
  const pairs = fields.map((parameter) => {
    const value = fc.oneof({ weight: 4, arbitrary: shapedUrlValue(parameter, known) }, { weight: 1, arbitrary: hostileUrlValue })
    const times = fc.constantFrom(parameter.required ? 1 : 0, 1, 1, 1, 2)
    return fc.tuple(value, times).map(([urlValue, count]) => Array.from({ length: count }, () => `${parameter.name}=${urlValue}`))
  })
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant<string[]>([]) },
    fc.nat().map((number) => [`y=${number}`]),
    hostileUrlValue.map((urlValue) => [`__proto__[x]=${urlValue}`, 'constructor.prototype=1', '&&==&']),
    fc.constant([Array.from({ length: 400 }, (_, index) => `k${index}=1`).join('&')]),
  )
  return fc.tuple(fc.tuple(...pairs), extra).map(([given, more]) => [...given.flat(), ...more].join('&'))
}

function bodyOf({ body }: Route, known: KnownValues): fc.Arbitrary<string | undefined> {
  const rarely = fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, hostileJson)
  if (body === undefined) return rarely
  return fc.oneof<fc.WeightedArbitrary<string | undefined>[]>(
    { weight: 6, arbitrary: shapedValue(body, known).map((value) => JSON.stringify(value)) },
    { weight: 8, arbitrary: nearlyShapedJson(body, known) },
    { weight: 3, arbitrary: hostileJson },
    { weight: 1, arbitrary: brokenJson },
    { weight: 1, arbitrary: fc.constantFrom(undefined, '', ' ', `"${'x'.repeat(70_000)}"`) },
  )
}

function headersOf({ parameters }: Route): fc.Arbitrary<Record<string, string>> {
  const named = parameters.filter((parameter) => parameter.in === 'header')
  const given = fc.uuid().map((key) => Object.fromEntries(named.map(({ name }) => [name, key])))
  const type = fc.oneof({ weight: 12, arbitrary: fc.constant('application/json') }, fc.constantFrom(...CONTENT_TYPES))
  const strange = fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, fc.constantFrom(...STRANGE_HEADERS))
  return fc.tuple(given, type, strange).map(([own, contentType, more]) => ({ ...own, 'content-type': contentType, ...more }))
}

/** Requests of one route: mostly valid or nearly so, to pass validation; some hostile in every part. */
export function inputsOf(route: Route, known: KnownValues): fc.Arbitrary<HttpInput> {
  const method = fc.oneof({ weight: 15, arbitrary: fc.constant(route.method) }, fc.constantFrom(...OTHER_METHODS))
  const as = fc.oneof<fc.WeightedArbitrary<HttpInput['as']>[]>(
    { weight: 6, arbitrary: fc.constant('user') },
    { weight: 3, arbitrary: fc.constant('guest') },
    { weight: 1, arbitrary: fc.constant('stranger') },
  )
  return fc
    .record({ method, path: pathOf(route, known), query: queryOf(route, known), headers: headersOf(route), body: bodyOf(route, known), as })
    .map(({ path, query, method: chosen, headers, body, as: who }) => ({
      method: chosen,
      target: query === '' ? path : `${path}?${query}`,
      headers,
      body: chosen === 'GET' || chosen === 'HEAD' ? undefined : body,
      as: who,
    }))
}

export const STRANGE_TOKENS = ['', 'a.b.c', 'null', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', 'x'.repeat(5_000), 'aer_0000', '\u00e9']
