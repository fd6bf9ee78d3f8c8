import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { portOf } from './port-of.ts'

/** How an answer of a stand-in goes wrong. */
export type HttpFault =
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** The right body, cut in half. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'html'; readonly status?: number }
  /** Never a byte. */
  | { readonly kind: 'silent' }
  /** Status, headers and the first half of the body, then nothing. */
  | { readonly kind: 'stalled' }
  /** The connection ends without an answer. */
  | { readonly kind: 'hang-up' }
  /** Status 200 with this body instead. */
  | { readonly kind: 'body'; readonly body: unknown }

/** A request as it came in. */
export type SeenRequest = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as text; '' for none. */
  readonly body: string
}

/** Answers a request; undefined is 404. */
export type Answerer = (request: SeenRequest) => { readonly status?: number; readonly body: unknown } | undefined

/** A real HTTP server of a test, what it was asked, and how it misbehaves. */
export type HttpStandIn = {
  readonly server: Server
  readonly url: string
  readonly port: number
  /** Every request so far. */
  readonly seen: SeenRequest[]
  /** Which answers go wrong, and how; undefined: none. */
  fault: ((request: SeenRequest) => HttpFault | undefined) | undefined
  close(): Promise<void>
}

/**
 * A real HTTP server on a free port of this machine that speaks JSON and misbehaves on demand.
 *
 * @throws never but for what the system refuses
 */
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
  // A silent one keeps the connection and says nothing.
}
