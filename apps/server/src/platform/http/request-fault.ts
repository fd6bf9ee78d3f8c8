import type { IncomingMessage } from 'node:http'
import type { RawProblem } from './raw-answers.ts'

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
