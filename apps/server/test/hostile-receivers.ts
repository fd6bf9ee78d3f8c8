import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { createServer, type Server } from 'node:net'
import { portOf } from '@aerie/testkit/port-of'
import { STAGED_CERTIFICATE, STAGED_KEY } from './staged-certificate.ts'

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

const listening = async <T extends Server>(server: T): Promise<T> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** A service on the server's own machine that must not be reachable; counts the requests. */
export async function innerService() {
  let connections = 0
  const server = await listening(
    createServer((socket) => {
      connections += 1
      socket.destroy()
    }),
  )
  return { port: portOf(server), connections: () => connections, close: (): void => void server.close() }
}

export async function publicReceiver(answers: Readonly<Record<string, Answer>>) {
  const received: string[] = []
  const server = await listening(
    https.createServer({ cert: STAGED_CERTIFICATE, key: STAGED_KEY }, (request, response) => {
      const name = String(request.headers.host).replace(/:.*/, '')
      request.resume().on('end', () => {
        received.push(name)
        answers[name]?.(request, response)
      })
    }),
  )
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { port: portOf(server), received, close }
}

/** The Bot API: a single reader of updates; messages succeed until the user blocks the bot. */
export async function botApi() {
  const updates: object[] = []
  const state = { isBlocked: false, sent: 0, release: (): void => undefined }
  const server = await listening(
    http.createServer((request, response) => {
      const respond = (result: unknown): void => void response.end(JSON.stringify({ ok: true, result }))
      const method = request.url?.split('/').at(-1)?.replace(/\?.*/, '')
      request.resume().on('end', () => {
        if (method === 'getMe') return respond({ username: 'staged_bot' })
        if (method === 'getUpdates') {
          state.release = () => {
            if (updates.length > 0 && !response.writableEnded && !response.destroyed) respond(updates.splice(0))
          }
          return state.release()
        }
        state.sent += 1
        const blocked = { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' }
        return state.isBlocked ? void response.end(JSON.stringify(blocked)) : respond({ message_id: state.sent })
      })
    }),
  )
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    block: (): void => {
      state.isBlocked = true
    },
    sent: () => state.sent,
    open: (link: string): void => {
      const code = new URL(link).searchParams.get('start')
      updates.push({ update_id: 1, message: { text: `/start ${code}`, chat: { id: 7, type: 'private', username: 'ada' } } })
      state.release()
    },
    close: (): void => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export function endless(written: { bytes: number }): Answer {
  return (_request, response) => {
    const part = Buffer.alloc(65_536, 'x')
    const write = (): void => {
      if (response.destroyed) return
      written.bytes += part.length
      response.write(part, write)
    }
    write()
  }
}
