import { randomUUID } from 'node:crypto'
import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { numberText } from '@aerie/core/numbers/number-text'
import { jsonAs } from '@aerie/testkit/json-as'
import { llmStandIn } from '@aerie/testkit/llm-stand-in'
import { portOf } from '@aerie/testkit/port-of'
import { agentPredictionPage, type ToolCall, toolArguments } from '@aerie/wire/agent/agent'
import { type MarketDataMessage, marketDataAccepted, marketDataMessage } from '@aerie/wire/market/market-data'
import { io as connect, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { signupForm } from '../../../test/account-app.ts'
import { openWindow } from '../../../test/agent-window.ts'
import { amidHour } from '../../../test/amid-hour.ts'
import { testApp } from '../../../test/app.ts'

let aerie: Awaited<ReturnType<typeof testApp>>
let endpoint: Awaited<ReturnType<typeof llmStandIn>>
let url: string
let token: string
const sockets: Socket[] = []

const post = async (path: string, body: object) =>
  (await aerie.app.inject({ method: 'POST', url: `/api/v1/auth/${path}`, payload: body })).json<{ data: { token: string } }>().data
const logIn = async (email: string): Promise<string> => {
  await post('signup', signupForm(email))
  const outbox = await vi.waitFor(async () => {
    const mails = (await aerie.app.inject({ method: 'GET', url: '/dev/outbox', headers: { host: 'localhost' } })).json<
      { to: string; text: string }[]
    >()
    return defined(mails.find(({ to }) => to === email)).text
  })
  return (await post('verify', { email, code: /\b\d{6}\b/.exec(outbox)?.[0] })).token
}
const get = async (path: string) =>
  (await aerie.app.inject({ method: 'GET', url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })).json<{
    data: unknown
  }>().data

beforeAll(async () => {
  amidHour()
  endpoint = await llmStandIn(() => ({ fault: { kind: 'status', status: 503 } }))
  const model = {
    AGENT_LLM_PROVIDER: 'openai',
    AGENT_LLM_URL: endpoint.url,
    AGENT_LLM_KEY: 'sk-secret-of-the-operator',
    AGENT_LLM_MODEL: 'stand-in',
  }
  aerie = await testApp({ MARKET_SOURCE: 'sim', ...model })
  await aerie.listen()
  await aerie.start()
  url = `http://127.0.0.1:${portOf(aerie.app.server)}`
  token = await logIn('ada@example.com')
  await vi.waitFor(() => aerie.forecasts.newestForecast('ETH', 24), { timeout: 220_000, interval: 100 })
}, 300_000)
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await aerie.close()
  await endpoint.close()
})

const PATHS = { get_crypto_price: 'info', get_crypto_prediction: 'price', get_crypto_history: 'historical' } as const

async function resultOf({ name, arguments: text }: ToolCall): Promise<MarketDataMessage> {
  const socket = connect(`${url}/messages`, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } })
  sockets.push(socket)
  const results: MarketDataMessage[] = []
  socket.on('message', (message) => void results.push(z.parse(marketDataMessage, message)))
  const { ticker, timeframe } = z.parse(toolArguments, JSON.parse(text))
  const command = PATHS[name]
  const payload = timeframe === undefined ? ticker : `${ticker} ${timeframe}`
  const { message_id } = z.parse(marketDataAccepted, await get(`/${command}?command=${command}&payload=${encodeURIComponent(payload)}`))
  return vi.waitFor(() => {
    const found = results.find((each) => each.message_id === message_id)
    if (found === undefined) throw new Error('no result yet')
    return found
  })
}

it('answers a question end to end: calls, results that the server can prove, and the record of predictions', async () => {
  const window = openWindow(url, token, sockets)
  const { _id } = await window.begin('Where will ETH be in 12 hours?')
  const id = randomUUID()
  window.emit('message', { conversation: _id, text: 'Where will ETH be in 12 hours, and what is BTC now?', id })
  const reply = await window.reply()
  expect(reply).toMatchObject({ engine: 'built-in', reply_to: id, content: expect.stringMatching(/^The language model did not answer/) })
  const calls = (reply.tool_calls ?? []).map(({ name, arguments: text }) => [name, JSON.parse(text)])
  expect(calls).toHaveLength(2)
  expect(calls).toContainEqual(['get_crypto_prediction', { ticker: 'ETH', timeframe: 12 }])
  expect(calls).toContainEqual(['get_crypto_price', { ticker: 'BTC' }])

  const result = await resultOf(defined(defined(reply.tool_calls).find(({ name }) => name === 'get_crypto_prediction')))
  if (result.command !== 'price' || result.data === null) throw new Error(`no prediction: ${result.error}`)
  const { predictedMarketPrice, currenttime } = result.data
  const text = `ETH is predicted to reach ${numberText(predictedMarketPrice)} at some time`
  window.emit('feedback', { conversation: _id, text, id: randomUUID(), message_id: result.message_id })
  const received = await window.until(() => window.all('message').find(({ content }) => content === text))
  expect(received.figures).toEqual([
    {
      tool: 'get_crypto_prediction',
      currency: 'ETH',
      price: predictedMarketPrice,
      quote: 'USD',
      source: 'sim',
      at: (currenttime + 12 * 3600) * 1000,
      as_of: currenttime * 1000,
    },
  ])

  const page = z.parse(agentPredictionPage, await get('/agent/predictions?symbol=ETH'))
  expect(page.entries).toEqual([
    expect.objectContaining({ currency: 'ETH', hours: 12, issued_at: currenttime * 1000, state: 'open', close: null, source: 'sim' }),
  ])
  expect(page.entries[0]?.predicted).toBeCloseTo(predictedMarketPrice, 6)
})

it('answers through the operator’s model, with numbers of this market only', async () => {
  endpoint.answer = ({ toolResults }) =>
    toolResults.length === 0
      ? { calls: [{ name: 'get_crypto_price', arguments: { ticker: 'BTC' } }] }
      : { text: ['It is at ', `${jsonAs(z.object({ price: z.number() }), itemAt(toolResults, 0)).price}`, ', soon at 123456.'] }
  const window = openWindow(url, token, sockets)
  const { _id } = await window.begin()
  window.emit('message', { conversation: _id, text: 'BTC?', id: randomUUID() })
  const { content, engine, figures } = await window.reply()
  expect(engine).toBe('llm')
  expect(content).toBe(`It is at ${itemAt(defined(figures), 0).price}, soon at ~~123456~~.\n\nStruck out: numbers that no tool returned.`)
})

it('appears in the health registry, the metrics and the API document, without its key anywhere', async () => {
  const status = JSON.stringify(await get('/status'))
  expect(status).toContain('"name":"agent"')
  const metrics = await aerie.metrics.metrics()
  expect(metrics).toMatch(/agent_replies_total\{engine="built-in",ended="whole"\} 1/)
  expect(metrics).toMatch(/agent_model_failures_total\{kind="status"\} 1/)
  const document = (await aerie.app.inject({ method: 'GET', url: '/openapi.json' })).body
  for (const path of ['/api/v1/agent/predictions', '/api/v1/agent/conversations/{id}/export']) expect(document).toContain(path)
  for (const text of [status, metrics, document, aerie.logged.join('')]) expect(text).not.toContain('sk-secret-of-the-operator')
  for (const text of [status, metrics, aerie.logged.join('')]) expect(text).not.toContain(new URL(endpoint.url).host)
})
