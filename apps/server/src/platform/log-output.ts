import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Lines beyond this are dropped and counted. */
const MAX_WAITING_BYTES = 8_000_000
const RETRY_MS = 50
const FLUSH_WITHIN_MS = 500

type LogOutput = DestinationStream & {
  readonly flush: (done: () => void) => void
  readonly flushSync: () => void
}

/** Replaces pino's destination, which retries a pipe without a reader forever and has an unbounded buffer. @throws never */
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
      // A full disk may recover; a pipe without a reader does not.
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
