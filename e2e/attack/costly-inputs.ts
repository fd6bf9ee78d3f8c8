import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { portOf } from '@aerie/testkit/port-of'
import { frameFrom, joinNamespace, rawSocket } from '@aerie/testkit/raw-socket'
import { judgeAnswer, readAnswer } from './http-answers.ts'
import { type Attacker, newAddress, renew } from './people.ts'
import { inLanes, type Stage } from './stage.ts'

const LANES = 12
const MB = 1_024 * 1_024
const PATIENCE_MS = 90_000
const JSON_TYPE = 'application/json'
const HEADER = 'Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n'
const ROW = '2024-01-01 10:00:00,BTCUSDT,BUY,40000.1,0.01BTC,400USDT,0.1USDT\n'

/** Webhook receivers and a language model that are slow or send too much; the attacked server is configured to use them. */
export type Strangers = { readonly url: string; readonly env: Readonly<Record<string, string>>; readonly close: () => void }

export async function openStrangers(): Promise<Strangers> {
  let asked = 0
  const server = createServer((asking, response) => {
    asking.resume()
    if (asking.url?.startsWith('/v1/') !== true) return
    asked += 1
    sendTooMuch(response, asked)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${portOf(server)}`
  return {
    url,
    env: {
      WEBHOOK_ALLOW_PRIVATE: 'on',
      AGENT_LLM_PROVIDER: 'openai',
      AGENT_LLM_URL: `${url}/v1`,
      AGENT_LLM_MODEL: 'hostile',
      AGENT_LLM_KEY: 'none',
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const event = (delta: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`
const call = (index: number, text: string) => ({
  index,
  id: `c${index}`,
  type: 'function',
  function: { name: 'get_crypto_price', arguments: text },
})
/** Model responses: 50 MB of arguments in one call, 10,000 calls in an event, an endless text. */
const TOO_MUCH = [
  event({ tool_calls: [{ index: 0, function: { arguments: 'x'.repeat(50) } }] }).repeat(7_000),
  event({ tool_calls: Array.from({ length: 10_000 }, (_, index) => call(index, '{"ticker":"BTC"}')) }),
  event({ content: `${'1 '.repeat(40)}\n` }).repeat(7_000),
]

function sendTooMuch(response: ServerResponse, turn: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (turn % 3 === 0) response.write(event({ tool_calls: [call(0, '{"ticker":"')] }))
  const piece = TOO_MUCH[turn % TOO_MUCH.length] ?? ''
  let left = 50 * MB
  const more = (): void => {
    if (response.destroyed) return
    left -= piece.length
    if (left < 0) response.end('data: [DONE]\n\n')
    else response.write(piece, () => setImmediate(more))
  }
  more()
}

type Input = (stage: Stage, person: Attacker) => Promise<void>

/** Sends input that costs the server more than the sender: unfinished bodies, floods of small values, slow files. */
export async function attackByCost(stage: Stage, strangers: Strangers, count: number): Promise<void> {
  const kinds: readonly (readonly [name: string, input: Input])[] = [
    ['alert imports', importAlerts],
    ['unfinished uploads', uploadHalf],
    ['slow cells', uploadSlowCells],
    ['zero bytes', askWithNul],
    ['push keys', registerPush],
    ['unread pipelines', pipelineUnread],
    ['headers', askWithLongHeaders],
    ['columns', readColumns],
    ['webhooks', hookTo(strangers.url)],
    ['model', askModel],
  ]
  let left = count
  await inLanes(
    LANES,
    () => left > 0 && stage.isOn(),
    async () => {
      left -= 1
      const [name, input] = kinds[left % kinds.length] ?? kinds[0]!
      const person = stage.people[Math.floor(left / kinds.length) % stage.people.length]!
      await person.renewing
      const started = performance.now()
      await input(stage, person).catch((error: unknown) => {
        if (stage.isOn()) stage.tally.fault(`${name}: the attack itself failed`, String(error))
      })
      stage.tally.time(performance.now() - started, `costly: ${name}`)
    },
  )
}

type Asked = { readonly method: string; readonly path: string; readonly body?: string; readonly type?: string; readonly headers?: object }

function ask(stage: Stage, person: Attacker, group: string, { method, path, body, type = JSON_TYPE, headers }: Asked): Promise<void> {
  const what = `${method} ${path} ${(body ?? '').slice(0, 200)}`
  return new Promise((resolve) => {
    const done = (result: string): void => {
      stage.tally.add({ group: `costly, ${group}`, result, isHandled: result !== '429' && result !== 'no answer' })
      resolve()
    }
    const all = {
      authorization: `Bearer ${person.token}`,
      ...(body !== undefined && { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    }
    const asked = request(`${stage.server.url}${path}`, { method, headers: all, localAddress: newAddress(), agent: false }, (response) => {
      readAnswer(response).then(
        (answer) => {
          if (answer.status === 401) void renew(stage.server, person)
          done(judgeAnswer(answer, { stage, what, by: person }))
        },
        () => done('no answer'),
      )
    })
    asked.setTimeout(PATIENCE_MS, () => {
      stage.tally.fault(`no answer in ${PATIENCE_MS / 1_000} s`, what)
      asked.destroy()
    })
    asked.on('error', () => done('no answer'))
    asked.end(body)
  })
}

let turn = 0
const next = <T>(values: readonly T[]): T => {
  turn += 1
  return values[turn % values.length]!
}

const ALERT_FILES = [
  `{"format":"aerie-alerts-1","alerts":[${'{},'.repeat(340_000)}{}]}`,
  `{"format":"aerie-alerts-1","alerts":[{${Array.from({ length: 80_000 }, (_, key) => `"${key}":0`).join(',')}}]}`,
  `{"format":"aerie-alerts-1","more":[${'0,'.repeat(500_000)}0]}`,
  `{"format":"aerie-alerts-1","alerts":[${Array.from({ length: 1_000 }, () => '{"kind":"price","symbol":"BTC","level":"1e9"}').join(',')}]}`,
  `{"format":"aerie-alerts-1","alerts":["${'\\u0041'.repeat(160_000)}"]}`,
]
const importAlerts: Input = (stage, person) =>
  ask(stage, person, 'alert imports', { method: 'POST', path: '/api/v1/alerts/import', body: next(ALERT_FILES) })

const SLOW_FILES = [
  HEADER + `2024-01-01 10:00:00,BTCUSDT,BUY,1,${'1'.repeat(90_000)}!,1USDT,0BTC\n`.repeat(2),
  HEADER + `2024-01-01 10:00:00,BTCUSDT,BUY,1,1BTC,1USDT,${'.1'.repeat(45_000)}!\n`.repeat(2),
  HEADER + `01/02/2026${' '.repeat(90_000)}!,BTCUSDT,BUY,1,1BTC,1USDT,0BTC\n`.repeat(2),
  `${HEADER}${ROW.repeat(500)}`,
]
const uploadSlowCells: Input = (stage, person) =>
  ask(stage, person, 'slow cells', { method: 'POST', path: '/api/v1/journal/imports', body: next(SLOW_FILES), type: 'text/csv' })

const NULS = [
  '/api/v1/journal/export?symbol=%00',
  '/api/v1/journal/export/pictures?tag=%00',
  '/api/v1/journal/trips?symbol=a%00b',
  '/api/v1/journal/statistics?tag=%00',
  '/api/v1/alerts?symbol=%00',
  '/api/v1/orders?symbol=%00',
  '/api/v1/ideas?symbol=%00',
  '/api/v1/forecasts/BTC%00/export',
  '/api/v1/workspace/layout/%00',
]
const askWithNul: Input = (stage, person) => ask(stage, person, 'zero bytes', { method: 'GET', path: next(NULS) })

const registerPush: Input = (stage, person) => {
  const good = createECDH('prime256v1').generateKeys('base64url')
  const p256dh = next([good, `B${'A'.repeat(86)}`, `A${good.slice(1)}`, `${good.slice(0, -2)}AA`, 'A'.repeat(87)])
  const keys = { p256dh, auth: next([randomBytes(16), randomBytes(15), randomBytes(17)]).toString('base64url') }
  const body = JSON.stringify({ endpoint: 'https://push.example/x', keys, name: 'a\u202eb' })
  return ask(stage, person, 'push keys', { method: 'POST', path: '/api/v1/deliveries/push', body })
}

const askWithLongHeaders: Input = (stage, person) => {
  const long = next(['\t'.repeat(12_000), ';'.repeat(12_000), ','.repeat(12_000), `br${' '.repeat(12_000)};q=0`])
  const header = next(['accept-encoding', 'accept', 'if-none-match', 'accept-language'])
  return ask(stage, person, 'headers', { method: 'GET', path: next(['/', '/docs', '/api/v1/assets']), headers: { [header]: `a${long}b` } })
}

const readColumns: Input = async (stage, person) => {
  const one = () => ask(stage, person, 'columns', { method: 'GET', path: '/api/v1/journal/trips?form=columns' })
  await Promise.all([one(), one(), one(), one()])
}

const hookTo =
  (url: string): Input =>
  async (stage, person) => {
    const body = JSON.stringify({ url: `${url}/slow` })
    await ask(stage, person, 'webhooks', { method: 'POST', path: '/api/v1/webhooks', body })
    const terms = {
      kind: 'price',
      symbol: 'BTC',
      direction: 'cross',
      level: next(['60000', '64000', '70000']),
      channels: ['webhook', 'email'],
    }
    const alert = JSON.stringify({ ...terms, repeat: 'every', cooldown_s: 0 })
    await ask(stage, person, 'webhooks', { method: 'POST', path: '/api/v1/alerts', body: alert })
  }

/** Sends a request's head and the start of its body, never the rest. */
async function begin(stage: Stage, head: string, parts: Iterable<Buffer>): Promise<Socket> {
  const { hostname, port } = new URL(stage.server.url)
  const socket = connect({ host: hostname, port: Number(port), localAddress: newAddress() })
  socket.on('error', () => undefined).resume()
  socket.write(head)
  for (const part of parts) {
    if (socket.destroyed) break
    if (!socket.write(part)) await drained(socket)
  }
  return socket
}

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(limit)
      socket.off('drain', done).off('close', done)
      resolve()
    }
    const limit = setTimeout(done, 2_000)
    socket.on('drain', done).on('close', done)
  })

const CHUNK = Buffer.from(ROW.repeat(1_000))
function* partsOf(bytes: number): Generator<Buffer> {
  yield Buffer.from(HEADER)
  for (let left = bytes - HEADER.length; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left)
}

/** Bodies that lack one byte: import files, and JSON of other routes. */
const uploadHalf: Input = async (stage, person) => {
  const [path, type, bytes] = next([
    ['/api/v1/journal/imports', 'text/csv', 49 * MB],
    ['/api/v1/journal/imports', 'text/csv', 2 * MB],
    ['/api/v1/alerts/import', JSON_TYPE, MB],
    ['/api/v1/auth/login', JSON_TYPE, 60_000],
  ] as const)
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`
  const socket = await begin(stage, head, partsOf(bytes - 1))
  stage.tally.add({ group: 'costly, unfinished uploads', result: 'left', isHandled: true })
  // One is held until the server ends it, the others are closed soon.
  if (turn % 16 !== 0) await pause(3_000)
  else {
    const started = performance.now()
    while (!socket.destroyed && stage.isOn() && performance.now() - started < PATIENCE_MS / 2) await pause(500)
    if (!socket.destroyed && stage.isOn()) stage.tally.fault('a body that stays one byte short is not ended in 45 s', head)
  }
  socket.destroy()
}

const PIPELINED = 'GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3)
const pipelineUnread: Input = async (stage) => {
  const { hostname, port } = new URL(stage.server.url)
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.200.0.1' })
    socket.on('error', () => undefined).pause()
    socket.write(PIPELINED)
    stage.tally.add({ group: 'costly, unread pipelines', result: 'left', isHandled: true })
    return socket
  })
  await pause(4_000)
  for (const socket of sockets) socket.destroy()
}

const askModel: Input = async (stage, person) => {
  const raw = await rawSocket(stage.server.url, { localAddress: newAddress() })
  try {
    await joinNamespace(raw, '/agent', person.token)
    raw.send(`42/agent,${JSON.stringify(['conversation', { text: `BTC? ${person.mark}` }])}`)
    await frameFrom(raw, (text) => text.startsWith('42/agent,["conversation"')).catch(() => undefined)
    const id = /"_id":"([0-9a-f-]{36})"/.exec(raw.received.join(''))?.[1]
    if (id === undefined) return stage.tally.add({ group: 'costly, model', result: 'limited', isHandled: false })
    raw.send(`42/agent,${JSON.stringify(['message', { conversation: id, text: 'What is BTC at?' }])}`)
    await frameFrom(raw, (text) => text.startsWith('42/agent,["message"') && text.includes('"Agent"')).catch(() => undefined)
    stage.tally.add({ group: 'costly, model', result: 'answered or ended', isHandled: true })
  } catch {
    void renew(stage.server, person)
    stage.tally.add({ group: 'costly, model', result: 'logged out', isHandled: false })
  } finally {
    raw.end()
  }
}
