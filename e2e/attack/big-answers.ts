import { randomUUID } from 'node:crypto'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { frameFrom, joinNamespace, rawSocket } from '@aerie/testkit/raw-socket'
import { judgeAnswer, readAnswer } from './http-answers.ts'
import { type Attacker, newAddress, renew } from './people.ts'
import { inLanes, type Stage } from './stage.ts'

const SILENT_SOCKETS = 12
const SILENT_REQUESTS = 8
const READERS = 3
const PACE_MS = 60
const LONG_TEXTS = 120
const LONG_TEXT = 'ﷺ a long text of nothing. '.repeat(100)

/** The largest responses, each with a unique address: a cache by address would keep every one. */
const LARGE = [
  '/api/v1/candles/BTC?interval=1m&limit=1000',
  '/api/v1/candles/ETH?interval=1h&limit=1000',
  '/api/v1/assets?page=1&size=50',
  '/api/v1/currencies',
  '/api/v1/market/board',
  '/api/v1/depth/BTC',
  '/api/v1/scorecard/BTC?hours=24',
  '/api/v1/forecasts/BTC/history?hours=24&limit=500',
  '/api/v1/forecasts/export?format=json',
  '/api/v1/forecasts/verify',
  '/api/v1/analytics/screen',
  '/openapi.json',
]
let unique = 0
const largeTarget = (): string => {
  unique += 1
  const target = LARGE[unique % LARGE.length] ?? ''
  return `${target}${target.includes('?') ? '&' : '?'}y=${unique}`
}

export async function attackByBigAnswers(stage: Stage, count: number): Promise<void> {
  let left = count
  const isWanted = (): boolean => left > 0 && stage.isOn()
  const spend = (): void => {
    left -= 1
  }
  const long = await longConversation(stage)
  await Promise.all([
    inLanes(READERS, isWanted, () => read(stage, spend)),
    inLanes(SILENT_SOCKETS, isWanted, (lane) => listenNot(stage, { lane, long, isWanted, spend })),
    inLanes(SILENT_REQUESTS, isWanted, () => readNot(stage, { isWanted, spend })),
  ])
}

type Long = { readonly person: Attacker; readonly conversation: string }

/** A conversation of a third of a megabyte, which a user's own feedback can produce. */
async function longConversation(stage: Stage): Promise<Long> {
  const person = stage.people[0]!
  const conversation = randomUUID()
  const raw = await rawSocket(stage.server.url, { localAddress: newAddress() })
  await joinNamespace(raw, '/agent', person.token)
  raw.send(`42/agent,${JSON.stringify(['conversation', { text: `long ${person.mark}`, id: conversation }])}`)
  await frameFrom(raw, (text) => text.startsWith('42/agent,["conversation"')).catch(() => undefined)
  for (let number = 0; number < LONG_TEXTS && stage.isOn(); number += 1) {
    raw.send(`42/agent,${JSON.stringify(['feedback', { conversation, text: LONG_TEXT }])}`)
    await pause(PACE_MS)
  }
  raw.end()
  return { person, conversation }
}

type Budget = { readonly isWanted: () => boolean; readonly spend: () => void }

async function read(stage: Stage, spend: () => void): Promise<void> {
  spend()
  const target = largeTarget()
  const person = stage.people[unique % stage.people.length]!
  const agent = new Agent({ maxSockets: 1 })
  const started = performance.now()
  const result = await new Promise<string>((resolve) => {
    const headers = { authorization: `Bearer ${person.token}` }
    get(`${stage.server.url}${target}`, { headers, agent, localAddress: newAddress() }, (response) => {
      readAnswer(response).then(
        (answer) => {
          if (answer.status === 401) void renew(stage.server, person)
          resolve(judgeAnswer(answer, { stage, what: `GET ${target}`, by: person }))
        },
        () => resolve('no answer'),
      )
    }).on('error', () => resolve('no answer'))
  })
  stage.tally.time(performance.now() - started, `GET ${target}`)
  stage.tally.add({ group: 'big answers, read', result, isHandled: result !== '429' && result !== 'no answer' })
}

const asksOf = ({ conversation }: Long): readonly (readonly [namespace: string, events: readonly unknown[]])[] => [
  ['/agent', [['history', { conversation }], ['conversations']]],
  [
    '/live',
    [
      ['assets', { page: 1, size: 50 }],
      ['board', { show: true }],
      ['book', { symbols: ['BTC'] }],
      ['board', { show: false }],
    ],
  ],
  [
    '/mirror',
    [
      ['join', { v: 1, session: randomUUID() }],
      ['lead', {}],
    ],
  ],
]

async function listenNot(stage: Stage, { lane, long, isWanted, spend }: Budget & { lane: number; long: Long }): Promise<void> {
  const asks = asksOf(long)
  const [namespace, events] = asks[lane % asks.length]!
  const raw = await rawSocket(stage.server.url, { localAddress: newAddress(), keep: true }).catch(() => undefined)
  if (raw === undefined) return pause(500)
  try {
    await joinNamespace(raw, namespace, long.person.token)
  } catch {
    raw.end()
    await renew(stage.server, long.person)
    return pause(500)
  }
  raw.stopReading()
  let sent = 0
  // A socket that does not read misses the ping and is disconnected after 20 s: reconnect sooner.
  while (raw.isOpen() && isWanted() && sent < 250) {
    raw.send(`42${namespace},${JSON.stringify(events[sent % events.length])}`)
    sent += 1
    spend()
    stage.tally.add({ group: 'big answers, not read', result: namespace, isHandled: true })
    await pause(PACE_MS)
  }
  raw.end()
}

async function readNot(stage: Stage, { isWanted, spend }: Budget): Promise<void> {
  const { hostname, port } = new URL(stage.server.url)
  const socket: Socket = connect({ host: hostname, port: Number(port), localAddress: newAddress() })
  let isOpen = true
  const gone = (): void => {
    isOpen = false
  }
  socket.pause().on('error', gone).on('close', gone)
  for (let sent = 0; isOpen && isWanted() && sent < 300; sent += 1) {
    socket.write(`GET ${largeTarget()} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    spend()
    stage.tally.add({ group: 'big answers, not read', result: 'http', isHandled: true })
    await pause(PACE_MS)
  }
  socket.destroy()
}
