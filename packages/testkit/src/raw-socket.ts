import { WebSocket } from 'ws'
import type { Frame } from './socket-packets.ts'
import { textOf } from './socket-stand-in.ts'

/** A bare websocket to a Socket.IO server: it sends whatever it is given, and answers nothing but the server's pings. */
export type RawSocket = {
  /** Text frames that came, oldest first; pings left out, and nothing after `stopReading`. */
  readonly heard: string[]
  readonly isOpen: () => boolean
  readonly send: (frame: Frame) => void
  /** Reads nothing more, as a client that hangs does: what is sent to it waits at the server. */
  readonly stopReading: () => void
  /** Reads again. */
  readonly readOn: () => void
  /** Sends a websocket's own ping, with so many bytes. */
  readonly ping: (bytes: number) => void
  readonly end: () => void
  /** Resolves once the connection is gone, whoever ended it. */
  readonly ended: Promise<void>
  /** Called with each frame that comes. */
  onFrame: ((text: string) => void) | undefined
}

/** How long a server may take to answer. */
const PATIENCE_MS = 30_000

/**
 * Opens one.
 *
 * @param url of the server, `http://…`
 * @param localAddress a loopback address to come from
 * @param keep false: what is heard goes to `onFrame` only
 * @param headers of the handshake, besides those of every websocket
 * @throws Error where no connection comes about
 */
export async function rawSocket(
  url: string,
  { localAddress, keep = true, headers }: { localAddress?: string; keep?: boolean; headers?: Readonly<Record<string, string>> } = {},
): Promise<RawSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    handshakeTimeout: PATIENCE_MS,
    ...(localAddress !== undefined && { localAddress }),
    ...(headers !== undefined && { headers }),
  })
  const heard: string[] = []
  const raw: RawSocket = {
    heard,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame, () => undefined)
    },
    stopReading: () => socket.pause(),
    readOn: () => socket.resume(),
    ping: (bytes) => socket.ping('x'.repeat(bytes)),
    end: () => socket.terminate(),
    ended: new Promise((resolve) => socket.once('close', () => resolve())),
    onFrame: undefined,
  }
  socket.on('message', (data, isBinary) => {
    const text = isBinary ? '' : textOf(data)
    if (text === '2') return raw.send('3')
    if (keep) heard.push(text)
    raw.onFrame?.(text)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.on('error', reject)
  })
  return raw
}

/**
 * Resolves with the first frame from now on, or already heard, that `isWanted` accepts.
 *
 * @throws Error where none has come within half a minute, or the connection has ended
 */
export function frameFrom(raw: RawSocket, isWanted: (text: string) => boolean, from = 0): Promise<string> {
  const found = raw.heard.slice(from).find(isWanted)
  if (found !== undefined) return Promise.resolve(found)
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void): void => {
      clearTimeout(timer)
      raw.onFrame = undefined
      settle()
    }
    const timer = setTimeout(() => finish(() => reject(new Error('the answer did not come'))), PATIENCE_MS)
    raw.onFrame = (text) => {
      if (isWanted(text)) finish(() => resolve(text))
    }
    void raw.ended.then(() => finish(() => reject(new Error('the connection has ended'))))
  })
}

/** The frame that has `word` in it, from the beginning; of several the one of that number. @throws Error as `frameFrom` */
export function frameWith(raw: RawSocket, word: string, number = 1): Promise<string> {
  let left = number
  return frameFrom(raw, (text) => {
    if (text.includes(word)) left -= 1
    return left === 0
  })
}

/** Joins a namespace, with a token where there is one. @throws Error where it is refused */
export async function joinNamespace(raw: RawSocket, namespace: string, token?: string): Promise<void> {
  const place = namespace === '/' ? '' : `${namespace},`
  raw.send(`40${place}${token === undefined ? '' : JSON.stringify({ token })}`)
  const answer = await frameFrom(raw, (text) => text.startsWith(`40${place}`) || text.startsWith(`44${place}`))
  if (answer.startsWith('44')) throw new Error(`${namespace} refuses: ${answer}`)
}
