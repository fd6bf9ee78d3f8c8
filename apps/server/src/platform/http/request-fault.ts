import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '@aerie/wire/errors'
import { AppError } from './app-error.ts'
import { PROBLEM_TYPE, problemOf } from './problem.ts'
import { headersOf } from './security-headers.ts'

/** A registered name or IP address, and a port (RFC 3986, section 3.2). */
const HOST = /^(\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(:\d{1,5})?$/i
const SOCKETS = '/socket.io/'

/** Rejects what Node's parser accepts but RFC 9110 and 9112 forbid. */
export function messageFault(request: IncomingMessage): RawProblem | undefined {
  const { httpVersionMajor, method, url = '', headers } = request
  if (httpVersionMajor !== 1) return { status: 505, reason: 'HTTP Version Not Supported', detail: 'This server speaks HTTP/1.1.' }
  if (!hasValidHost(request)) return badRequest('The request needs exactly one valid Host header.')
  if (headers['transfer-encoding'] !== undefined && headers['transfer-encoding'].toLowerCase() !== 'chunked')
    return { status: 501, reason: 'Not Implemented', detail: 'The only transfer coding that this server knows is chunked.' }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return { status: 417, reason: 'Expectation Failed', detail: 'The only expectation that this server knows is 100-continue.' }
  return url === '*' && method !== 'OPTIONS' ? badRequest('The path * is for OPTIONS only.') : undefined
}

export const requestFault = (request: IncomingMessage): RawProblem | undefined =>
  messageFault(request) ?? (request.url?.startsWith(SOCKETS) ? NO_HANDSHAKE : undefined)

const badRequest = (detail: string): RawProblem => ({ status: 400, reason: 'Bad Request', detail })
const NO_HANDSHAKE: RawProblem = {
  ...badRequest('This address takes only WebSocket handshakes with EIO=4 and transport=websocket.'),
  headers: { 'sec-websocket-version': '13' },
}

/** HTTP/1.0 has no Host. A duplicate is only visible in the raw headers. */
function hasValidHost({ httpVersionMinor, headers: { host }, rawHeaders }: IncomingMessage): boolean {
  if (host === undefined) return httpVersionMinor === 0
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count === 1 && HOST.test(host)
}

/** A valid Socket.IO WebSocket handshake, as Engine.IO requires it (RFC 6455, section 4.2.1). */
export function isHandshake({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'GET' || !url.startsWith(SOCKETS) || headers.upgrade?.trim().toLowerCase() !== 'websocket') return false
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  return (
    query.get('EIO') === '4' &&
    query.get('transport') === 'websocket' &&
    !query.has('sid') &&
    headers['sec-websocket-version'] === '13' &&
    /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')
  )
}

export type RawProblem = {
  readonly status: number
  readonly reason: string
  readonly detail: string
  readonly code?: ErrorCode
  readonly headers?: Readonly<Record<string, string>>
}

/** Time for a client to read the last response before its connection is dropped. */
const LINGER_MS = 2_000

const bodyOf = ({ status, detail, code = 'bad_input' }: RawProblem): string =>
  JSON.stringify(problemOf(new AppError(code, { detail }), status))

const headOf = (problem: RawProblem, body: string): Record<string, string> => ({
  ...headersOf(undefined),
  'content-type': PROBLEM_TYPE,
  'content-length': String(Buffer.byteLength(body)),
  'cache-control': 'no-store',
  connection: 'close',
  ...problem.headers,
})

export function writeProblem(socket: Duplex, problem: RawProblem): void {
  const body = bodyOf(problem)
  const lines = Object.entries(headOf(problem, body)).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${problem.status} ${problem.reason}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

export function respondProblem(response: ServerResponse, problem: RawProblem): void {
  const body = bodyOf(problem)
  response.writeHead(problem.status, problem.reason, headOf(problem, body)).end(body)
}
