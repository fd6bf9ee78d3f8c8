import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** What may wait for a slow reader. Lines beyond it are dropped and counted. */
const MAX_WAITING_BYTES = 8_000_000
const RETRY_MS = 50
/** How long the last lines may take when the process ends. */
const FLUSH_WITHIN_MS = 500

type LogOutput = DestinationStream & {
  /** Calls back once everything is written, or when that takes too long. */
  readonly flush: (done: () => void) => void
  /** Writes what still waits, as far as the reader takes it at once. */
  readonly flushSync: () => void
}

/**
 * Where the log goes: a file descriptor, written without holding the event loop. In place of pino's own destination, whose `flushSync`
 * (called for a fatal line and at exit) tries a pipe without a reader again for ever, and whose buffer has no limit.
 *
 * @throws never: a log that cannot be written is lost, and the server goes on
 */
export function logOutput(fd: number): LogOutput {
  let waiting: string[] = []
  let waitingBytes = 0
  let dropped = 0
  let isWriting = false
  let isGone = false
  const flushes = new Set<() => void>()

  const takeAll = (): Buffer => {
    if (dropped > 0) {
      waiting.push(`{"level":40,"time":"${new Date().toISOString()}","dropped":${dropped},"msg":"lines of this log were dropped"}\n`)
      dropped = 0
    }
    const bytes = Buffer.from(waiting.join(''))
    waiting = []
    waitingBytes = 0
    return bytes
  }
  const writeAll = (bytes: Buffer): void => {
    isWriting = true
    write(fd, bytes, (error, count) => {
      if (error === null) return goOn(bytes.subarray(count))
      if (error.code === 'EAGAIN') return void setTimeout(writeAll, RETRY_MS, bytes).unref()
      // A full disk may have room again; a pipe without a reader stays broken.
      isGone = error.code !== 'ENOSPC'
      goOn(Buffer.alloc(0))
    })
  }
  const goOn = (left: Buffer): void => {
    if (left.length > 0) writeAll(left)
    else if (waiting.length > 0 && !isGone) writeAll(takeAll())
    else {
      isWriting = false
      for (const done of flushes) done()
    }
  }
  const flushSync = (): void => {
    if (isGone || waiting.length === 0) return
    const until = performance.now() + FLUSH_WITHIN_MS
    let bytes = takeAll()
    while (bytes.length > 0 && performance.now() < until) {
      try {
        bytes = bytes.subarray(writeSync(fd, bytes))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
      }
    }
  }
  process.once('exit', flushSync)
  return {
    write: (line) => {
      if (isGone) return
      if (waitingBytes + line.length > MAX_WAITING_BYTES) {
        dropped += 1
        return
      }
      waiting.push(line)
      waitingBytes += line.length
      if (!isWriting) writeAll(takeAll())
    },
    flush: (done) => {
      if (!isWriting) return done()
      const end = (): void => {
        clearTimeout(late)
        if (flushes.delete(end)) done()
      }
      const late = setTimeout(end, FLUSH_WITHIN_MS)
      flushes.add(end)
    },
    flushSync,
  }
}
