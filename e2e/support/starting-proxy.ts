import http from 'node:http'
import net from 'node:net'
import { freePort } from '@aerie/testkit/free-port'

export type StartingProxy = {
  readonly url: string
  /** From now on everything but static files is answered as by a starting server: 503 with `Retry-After: 2`. */
  readonly start: () => void
  readonly pass: () => void
  readonly asked: () => number
  readonly close: () => Promise<void>
}

const REFUSAL = JSON.stringify({
  type: 'about:blank',
  title: 'Starting',
  status: 503,
  detail: 'Paper trading is starting.',
  code: 'unavailable',
})
const isProgram = (path: string): boolean => !/^\/(api|socket\.io|healthz|readyz)/.test(path)

export async function startingProxy(target: string): Promise<StartingProxy> {
  const { hostname, port } = new URL(target)
  let isStarting = false
  let asked = 0
  const sockets = new Set<net.Socket>()
  const server = http.createServer((request, response) => {
    const { url = '/', method, headers } = request
    if (isStarting && url === '/api/v1/status') asked += 1
    if (isStarting && !isProgram(url)) {
      response.writeHead(503, { 'retry-after': '2', 'content-type': 'application/problem+json' }).end(REFUSAL)
      return
    }
    const passed = http.request({ hostname, port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  server.on('upgrade', (request, client: net.Socket, head) => {
    if (isStarting) {
      client.end('HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\ncontent-length: 0\r\n\r\n')
      return
    }
    const upstream = net.connect(Number(port), hostname, () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`]
      for (let at = 0; at < request.rawHeaders.length; at += 2) lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`)
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      client.pipe(upstream).pipe(client)
    })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
  })
  const own = await freePort()
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${own}`,
    start: () => {
      isStarting = true
      asked = 0
      for (const socket of sockets) socket.destroy()
    },
    pass: () => {
      isStarting = false
    },
    asked: () => asked,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
