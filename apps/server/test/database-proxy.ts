import { once } from 'node:events'
import { createServer, type Server, type Socket, connect as toAddress } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { portOf } from '@aerie/testkit/port-of'
import { STAGED_CERTIFICATE, STAGED_KEY } from './staged-certificate.ts'

/** The Unix socket that a URL of `db/embedded/cluster.ts` names. */
const openSession = (url: string): Socket => toAddress(`${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`)

async function listening(server: Server, url: string, sockets: Set<Socket>) {
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const target = new URL(url)
  target.search = ''
  target.hostname = '127.0.0.1'
  target.port = String(portOf(server))
  return {
    url: target.href,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** PostgreSQL's ErrorResponse to a connection that it does not accept. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Answers the client's SSLRequest as a server with TLS does. */
async function encrypted(socket: Socket): Promise<Socket> {
  await once(socket, 'data')
  socket.write('S')
  const secureContext = createSecureContext({ cert: STAGED_CERTIFICATE, key: STAGED_KEY })
  const client = new TLSSocket(socket, { isServer: true, secureContext })
  client.on('error', () => socket.destroy())
  return client
}

/** Forwards connections to a PostgreSQL. `reset` breaks all of them; `refuse` answers the next ones with an error. */
export async function databaseProxy(url: string, { isEncrypted = false } = {}) {
  const sockets = new Set<Socket>()
  let refusals = { left: 0, code: '', message: '' }
  const accept = async (socket: Socket): Promise<void> => {
    const client = isEncrypted ? await encrypted(socket) : socket
    if (refusals.left > 0) {
      refusals = { ...refusals, left: refusals.left - 1 }
      client.once('data', () => client.end(refusal(refusals.code, refusals.message)))
      return
    }
    const session = openSession(url)
    session.on('error', () => client.destroy())
    client.on('close', () => session.destroy())
    session.on('close', () => client.destroy())
    client.pipe(session).pipe(client)
  }
  const server = createServer((socket) => void accept(socket).catch(() => socket.destroy()))
  const { url: proxied, close } = await listening(server, url, sockets)
  return {
    url: isEncrypted ? `${proxied}?sslmode=no-verify` : proxied,
    close,
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    refuse: (left: number, code: string, message: string) => {
      refusals = { left, code, message }
    },
    refusalsLeft: () => refusals.left,
  }
}

/** The states of the complete ReadyForQuery messages in `buffered`; I means outside a transaction. */
function readyStates(buffered: Buffer): { readonly states: string[]; readonly rest: Buffer } {
  const states: string[] = []
  let rest = buffered
  while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
    const length = 1 + rest.readInt32BE(1)
    if (rest[0] === 'Z'.charCodeAt(0)) states.push(rest.toString('latin1', 5, 6))
    rest = rest.subarray(length)
  }
  return { states, rest }
}

/**
 * A connection pooler in transaction mode: a session serves one client until its transaction ends.
 * @param order which free session is reused next: the one freed last, as in PgBouncer, or the one freed first
 */
export async function transactionPooler(url: string, order: 'last' | 'first') {
  const sockets = new Set<Socket>()
  const free: Socket[] = []
  const server = createServer((client) => {
    let session: Socket | undefined
    const attach = (next: Socket) => {
      session = next
      let buffered: Buffer = Buffer.alloc(0)
      const pass = (chunk: Buffer): void => {
        client.write(chunk)
        const { states, rest } = readyStates(Buffer.concat([buffered, chunk]))
        buffered = rest
        if (states.at(-1) !== 'I') return
        next.off('data', pass)
        session = undefined
        free.push(next)
      }
      next.on('data', pass)
    }
    let hasBegun = false
    client.on('data', (chunk) => {
      // A client's Terminate message does not end the session.
      if (hasBegun && chunk[0] === 'X'.charCodeAt(0)) return
      if (!hasBegun) {
        hasBegun = true
        const opened = openSession(url)
        sockets.add(opened)
        attach(opened)
      } else if (session === undefined) {
        const next = order === 'last' ? free.pop() : free.shift()
        if (next !== undefined) attach(next)
      }
      session?.write(chunk)
    })
  })
  return listening(server, url, sockets)
}
