import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { portOf } from '@aerie/testkit/port-of'
import type { AnvilProcess, RpcAnswer } from '../src/chain-node/anvil-process.ts'

export type SeenCall = { readonly method: string; readonly params: readonly unknown[] }

/** A provider in front of a real node: it counts, limits and fails as providers do. */
export type NodeProxy = {
  readonly url: string
  readonly seen: SeenCall[]
  /** How many requests their sender gave up before they were answered. */
  abandoned: number
  /** An answer of the provider's own instead of the node's. */
  answer: (call: SeenCall) => RpcAnswer | Promise<RpcAnswer> | undefined
  /** Every request is answered by this status. */
  status: number
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
  return JSON.parse(Buffer.concat(chunks).toString())
}

type RpcCall = SeenCall & { readonly id: number }

export async function nodeProxy(node: Pick<AnvilProcess, 'ask'>): Promise<NodeProxy> {
  const answerOf = async ({ id, method, params = [] }: RpcCall) => {
    proxy.seen.push({ method, params })
    // The node's own answer has an id of its own: of a batch, the caller's tells which is which.
    return { jsonrpc: '2.0', ...(await (proxy.answer({ method, params }) ?? node.ask(method, params))), id }
  }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.once('close', () => {
      if (!response.writableEnded) proxy.abandoned += 1
    })
    const body = (await bodyOf(request)) as RpcCall | RpcCall[] // our own client's
    if (proxy.status !== 200) {
      response.writeHead(proxy.status, { 'content-type': 'text/plain' }).end('no')
      return
    }
    const answer = Array.isArray(body) ? await Promise.all(body.map(answerOf)) : await answerOf(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  const proxy: NodeProxy = {
    url: `http://127.0.0.1:${port}`,
    seen: [],
    abandoned: 0,
    answer: () => undefined,
    status: 200,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return proxy
}
