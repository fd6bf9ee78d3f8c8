import { WebSocket } from 'ws'
import type { Frame } from './socket-packets.ts'
import { textOf } from './socket-stand-in.ts'

/** Raw websocket to a Socket.IO server; sends anything, responds only to server pings. */
export type RawSocket = {
  /** Received text frames, oldest first, except pings and those after `stopReading`. */
  readonly received: string[]
  readonly isOpen: () => boolean
  readonly send: (frame: Frame) => void
  /** Stops reading like a hung client: data queues up at the server. */
  readonly stopReading: () => void
  readonly readOn: () => void
  readonly ping: (bytes: number) => void
  readonly end: () => void
  readonly ended: Promise<void>
  onFrame: ((text: string) => void) | undefined
}

const PATIENCE_MS = 30_000

/** Connects. `localAddress`: loopback source; `keep` false: frames go only to `onFrame`. @throws Error on failure */
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
  const received: string[] = []
  const raw: RawSocket = {
    received,
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
    if (keep) received.push(text)
    raw.onFrame?.(text)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.on('error', reject)
  })
  return raw
}

/** First future or past frame accepted by `isWanted`. @throws Error after 30 s or when the connection closes */
export function frameFrom(raw: RawSocket, isWanted: (text: string) => boolean, from = 0): Promise<string> {
  const found = raw.received.slice(from).find(isWanted)
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

/** First (or `number`-th) frame containing `fragment`, counted from the start. @throws Error as `frameFrom` */
export function frameWith(raw: RawSocket, fragment: string, number = 1): Promise<string> {
  let left = number
  return frameFrom(raw, (text) => {
    if (text.includes(fragment)) left -= 1
    return left === 0
  })
}

/** Joins a namespace, optionally with a token. @throws Error if rejected */
export async function joinNamespace(raw: RawSocket, namespace: string, token?: string): Promise<void> {
  const place = namespace === '/' ? '' : `${namespace},`
  raw.send(`40${place}${token === undefined ? '' : JSON.stringify({ token })}`)
  const answer = await frameFrom(raw, (text) => text.startsWith(`40${place}`) || text.startsWith(`44${place}`))
  if (answer.startsWith('44')) throw new Error(`${namespace} refuses: ${answer}`)
}
