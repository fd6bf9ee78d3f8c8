import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '@aerie/wire/errors'
import { AppError } from './app-error.ts'
import { PROBLEM_TYPE, problemOf } from './problem.ts'
import { headersOf } from './security-headers.ts'

export type RawProblem = {
  readonly status: number
  readonly reason: string
  readonly detail: string
  readonly code?: ErrorCode
  readonly headers?: Readonly<Record<string, string>>
}

/** Time for a client to read the last response before its connection is dropped. */
const LINGER_MS = 2_000

const bodyOf = ({ status, detail, code = 'bad_input' }: RawProblem): string =>
  JSON.stringify(problemOf(new AppError(code, { detail }), status))

const headOf = (problem: RawProblem, body: string): Record<string, string> => ({
  ...headersOf(undefined),
  'content-type': PROBLEM_TYPE,
  'content-length': String(Buffer.byteLength(body)),
  'cache-control': 'no-store',
  connection: 'close',
  ...problem.headers,
})

export function writeProblem(socket: Duplex, problem: RawProblem): void {
  const body = bodyOf(problem)
  const lines = Object.entries(headOf(problem, body)).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${problem.status} ${problem.reason}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

export function respondProblem(response: ServerResponse, problem: RawProblem): void {
  const body = bodyOf(problem)
  response.writeHead(problem.status, problem.reason, headOf(problem, body)).end(body)
}
