import type { Duplex } from 'node:stream'
import type { ErrorCode } from '@aerie/wire/errors'
import { AppError } from './app-error.ts'
import { PROBLEM_TYPE, problemOf } from './problem.ts'

type RawProblem = {
  readonly status: number
  readonly reason: string
  readonly detail: string
  readonly code?: ErrorCode
  readonly retryAfterS?: number
}

/** Answers by hand, where there is a connection and no request, and closes it. */
export function writeProblem(socket: Duplex, { status, reason, detail, code = 'bad_input', retryAfterS }: RawProblem): void {
  const body = JSON.stringify(problemOf(new AppError(code, { detail }), status))
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
    ...(retryAfterS === undefined ? [] : [`retry-after: ${retryAfterS}`]),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
