import type { Server } from 'socket.io'

/** A connection may send this many packets at once, and this many a second after that. A page turn is one. */
const BURST = 60
const PER_SECOND = 20
/** How long an ended connection may take to read why. */
const LAST_WORDS_MS = 1_000

type Bucket = { left: number; filledAt: number }

/** Takes one packet's worth. Whether there was any left. */
export function takePacket(bucket: Bucket, nowMs: number): boolean {
  bucket.left = Math.min(BURST, bucket.left + ((nowMs - bucket.filledAt) / 1000) * PER_SECOND)
  bucket.filledAt = nowMs
  if (bucket.left < 1) return false
  bucket.left -= 1
  return true
}

export const fullBucket = (nowMs: number): Bucket => ({ left: BURST, filledAt: nowMs })

const REASON = { code: 'rate_limited', message: 'Too many messages: the connection was ended. Wait a moment before the next one.' }

/** Ends connections that send faster than any client of the product does, and tells them why in an `error` event. */
export function guardAgainstFloods(io: Server): void {
  io.engine.on('connection', (connection: EngineConnection) => {
    const bucket = fullBucket(performance.now())
    const end = (): void => {
      // Nothing more of it is parsed: Socket.IO listens to `data`.
      connection.removeAllListeners('data')
      connection.removeListener('packet', take)
      for (const namespace of io._nsps.keys())
        connection.write(`2${namespace === '/' ? '' : `${namespace},`}["error",${JSON.stringify(REASON)}]`)
      connection.close()
      setTimeout(() => connection.close(true), LAST_WORDS_MS).unref()
    }
    const take = (): void => {
      if (!takePacket(bucket, performance.now())) end()
    }
    connection.on('packet', take)
  })
}

/** The part of an Engine.IO socket that the guard uses; `close(true)` does not wait for unread data. */
type EngineConnection = {
  on(event: 'packet', listener: () => void): void
  removeListener(event: 'packet', listener: () => void): void
  removeAllListeners(event: 'data'): void
  write(message: string): void
  close(discard?: boolean): void
}
