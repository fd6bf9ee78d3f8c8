import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { portOf } from '@aerie/testkit/port-of'
import type { AnvilProcess, RpcAnswer } from '../src/ops/chain-node/anvil-process.ts'

export type SeenCall = { readonly method: string; readonly params: readonly unknown[] }

export type NodeProxy = {
  readonly url: string
  readonly seen: SeenCall[]
  /** Requests that the client aborted before the response. */
  abandoned: number
  answer: (call: SeenCall) => RpcAnswer | Promise<RpcAnswer> | undefined
  status: number
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

type RpcCall = SeenCall & { readonly id: number }

export async function nodeProxy(node: Pick<AnvilProcess, 'ask'>): Promise<NodeProxy> {
  const answerOf = async ({ id, method, params = [] }: RpcCall) => {
    proxy.seen.push({ method, params })
    // The node's response has its own id; batch responses are matched by the caller's id.
    return { jsonrpc: '2.0', ...(await (proxy.answer({ method, params }) ?? node.ask(method, params))), id }
  }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.once('close', () => {
      if (!response.writableEnded) proxy.abandoned += 1
    })
    const body = (await bodyOf(request)) as RpcCall | RpcCall[]
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
