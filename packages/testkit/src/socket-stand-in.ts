import type { Server } from 'node:http'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/** Client of a mock socket server. */
export type StandInClient = {
  readonly path: string
  readonly messages: string[]
  send(message: unknown): void
  isOpen(): boolean
  /** Resolves once the client has read everything sent so far, or is gone. */
  hasRead(): Promise<void>
  end(how?: 'close' | 'break'): void
}

/** Mock websocket server. */
export type SocketStandIn = {
  readonly clients: StandInClient[]
  open(): StandInClient[]
  broadcast(message: unknown): void
  /** While set, rejects handshakes with this HTTP status. */
  refuse: { readonly status: number; readonly retryAfter?: string } | undefined
  close(): void
}

/** Websocket server on an HTTP mock's port. `received` receives client messages. */
export function socketStandIn(
  server: Server,
  {
    connected,
    received,
  }: { readonly connected?: (client: StandInClient) => void; readonly received?: (client: StandInClient, text: string) => void },
): SocketStandIn {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const clients: StandInClient[] = []
  const open = () => clients.filter((client) => client.isOpen())
  const standIn: SocketStandIn = {
    clients,
    open,
    broadcast: (message) => {
      for (const client of open()) client.send(message)
    },
    refuse: undefined,
    close: () => {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
  server.on('upgrade', (request, stream, head) => {
    if (standIn.refuse !== undefined) {
      const { status, retryAfter } = standIn.refuse
      const header = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`
      stream.end(`HTTP/1.1 ${status} No\r\n${header}Content-Length: 0\r\nConnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const client = clientOf(socket, request.url ?? '/')
      clients.push(client)
      socket.on('message', (data) => {
        const text = textOf(data)
        client.messages.push(text)
        received?.(client, text)
      })
      socket.on('error', () => socket.terminate())
      connected?.(client)
    })
  })
  return standIn
}

const clientOf = (socket: WebSocket, path: string): StandInClient => ({
  path,
  messages: [],
  send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
  isOpen: () => socket.readyState === WebSocket.OPEN,
  hasRead: () =>
    new Promise((resolve) => {
      if (socket.readyState !== WebSocket.OPEN) return resolve()
      const done = (): void => {
        socket.off('pong', done)
        socket.off('close', done)
        resolve()
      }
      // Clients answer pings in message order.
      socket.on('pong', done)
      socket.on('close', done)
      socket.ping()
    }),
  end: (how = 'break') => (how === 'break' ? socket.terminate() : socket.close(1001)),
})

/** Text of a websocket message. */
export const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)).toString()
