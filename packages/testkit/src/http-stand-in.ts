import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { portOf } from './port-of.ts'

/** Fault injected into a response. */
export type HttpFault =
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'html'; readonly status?: number }
  /** No bytes at all. */
  | { readonly kind: 'silent' }
  /** Status, headers and half the body, then nothing. */
  | { readonly kind: 'stalled' }
  | { readonly kind: 'hang-up' }
  | { readonly kind: 'body'; readonly body: unknown }

/** Received request. */
export type SeenRequest = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Handles a request; undefined gives 404. */
export type Answerer = (request: SeenRequest) => { readonly status?: number; readonly body: unknown } | undefined

/** Mock HTTP server with request log and fault injection. */
export type HttpStandIn = {
  readonly server: Server
  readonly url: string
  readonly port: number
  readonly seen: SeenRequest[]
  fault: ((request: SeenRequest) => HttpFault | undefined) | undefined
  /** Time until it responds. */
  delayMs: number
  close(): Promise<void>
}

/** JSON server on a free local port with fault injection. */
export async function httpStandIn(answer: Answerer): Promise<HttpStandIn> {
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  const standIn: HttpStandIn = {
    server,
    url: `http://127.0.0.1:${port}`,
    port,
    seen: [],
    fault: undefined,
    delayMs: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const asked = request.method === 'POST' ? await text(request) : ''
    const seen = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: asked,
    }
    standIn.seen.push(seen)
    if (standIn.delayMs > 0) await setTimeout(standIn.delayMs)
    const fault = standIn.fault?.(seen)
    const { status = 200, body } = answer(seen) ?? { status: 404, body: { error: 'not found' } }
    if (fault === undefined) send(response, status, JSON.stringify(body))
    else misbehave(response, fault, JSON.stringify(body))
  }
  return standIn
}

const send = (response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

function misbehave(response: ServerResponse, fault: HttpFault, text: string): void {
  const half = text.slice(0, Math.floor(text.length / 2))
  if (fault.kind === 'status') send(response, fault.status, JSON.stringify(fault.body ?? {}), fault.headers)
  else if (fault.kind === 'truncated') send(response, 200, half)
  else if (fault.kind === 'body') send(response, 200, JSON.stringify(fault.body))
  else if (fault.kind === 'html')
    response.writeHead(fault.status ?? 200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Maintenance</h1>')
  else if (fault.kind === 'stalled') response.writeHead(200, { 'content-length': String(text.length) }).write(half)
  else if (fault.kind === 'hang-up') response.destroy()
  // `silent` keeps the connection open without responding.
}
