import { connect } from 'node:net'
import fc from 'fast-check'
import { newAddress } from './people.ts'
import { inLanes, type Stage } from './stage.ts'

const LANES = 8
const PATIENCE_MS = 500
const line = 'GET /api/v1/config HTTP/1.1\r\n'
const host = 'Host: localhost\r\n'

/** What no HTTP client would write: framing, smuggling, upgrades, endless headers. */
const MALFORMED = [
  '\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  `${line}\r\n`,
  `${line}${host}${host}\r\n`,
  `${line}${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${line}${host}Content-Length: -1\r\n\r\n`,
  `${line}${host}Content-Length: 99999999999999999999\r\n\r\n`,
  `${line}${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`,
  `POST /api/v1/auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
  `POST /api/v1/auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n`,
  `POST /api/v1/auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"email":`,
  `${line}${host}X: ${'y'.repeat(20_000)}\r\n\r\n`,
  `${line}${host}${Array.from({ length: 2_000 }, (_, index) => `H${index}: 1\r\n`).join('')}\r\n`,
  `${line}${host}X\u0000: 1\r\n\r\n`,
  `${line}${host}Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
  `${line}${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 99\r\nSec-WebSocket-Key: x\r\n\r\n`,
  `GET /socket.io/?EIO=3&transport=polling HTTP/1.1\r\n${host}\r\n`,
  `GET /socket.io/?EIO=4&transport=websocket&sid=__proto__ HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  `GET /socket.io/../nowhere HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `GET http://elsewhere.example/ HTTP/1.1\r\n${host}\r\n`,
  `CONNECT elsewhere.example:443 HTTP/1.1\r\n${host}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  `${line}${host}Expect: 200-maybe\r\n\r\n`,
  `${line}${host}\r\n`.repeat(50),
]

const inputs = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...MALFORMED) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).map((text) => `${line}${host}${text}\r\n\r\n`) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 80 }).map((text) => `GET ${text} HTTP/1.1\r\n${host}\r\n`),
  },
)

/** Writes malformed HTTP to raw connections. Any response but 5xx is fine, and so is a close without one. */
export async function attackRawHttp(stage: Stage, count: number): Promise<void> {
  const texts = fc.sample(inputs, { numRuns: 500, seed: stage.seed })
  let left = count
  await inLanes(
    LANES,
    () => left > 0 && stage.isOn(),
    async () => {
      left -= 1
      const text = texts[left % texts.length] ?? ''
      const answer = await write(stage.server.url, text)
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
      if (status >= 500) stage.tally.fault(`${status} to what is no HTTP`, text)
      stage.tally.add({
        group: 'http, malformed',
        result: status === 0 ? 'ended without words' : `${Math.floor(status / 100)}xx`,
        isHandled: true,
      })
    },
  )
}

const write = (url: string, text: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    let answer = ''
    const socket = connect({ host: hostname, port: Number(port), localAddress: newAddress() }, () => socket.write(text, 'latin1'))
    const end = (): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(PATIENCE_MS, end)
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1', 0, 200)
      end()
    })
    socket.on('error', end)
    socket.on('close', end)
  })
