import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defined } from '@aerie/core/defined'
import { answerAs } from '@aerie/testkit/json-as'
import { type LlmStandIn, llmStandIn } from '@aerie/testkit/llm-stand-in'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { signupForm } from '../../../test/account-app.ts'
import { openWindow } from '../../../test/agent-window.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { programEnv, programFlags } from '../../../test/program-env.ts'

vi.setConfig({ testTimeout: 600_000 })

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'aerie-agent-kill-'))
const children: ChildProcess[] = []
const sockets: Socket[] = []
let database: TestDatabase
let endpoint: LlmStandIn
let url: string
beforeAll(async () => {
  database = await testDatabase()
  endpoint = await llmStandIn(() => ({ text: ['Hello.'] }))
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  for (const child of children) if (child.exitCode === null && child.signalCode === null) await stop(child, 'SIGTERM')
  await endpoint.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<ChildProcess> {
  const model = { AGENT_LLM_PROVIDER: 'openai', AGENT_LLM_URL: endpoint.url, AGENT_LLM_MODEL: 'stand-in' }
  const settings = { PORT: '0', DATA_DIR: folder, DATABASE_URL: database.url, MARKET_SOURCE: 'sim' }
  const env = { ...programEnv(), ...settings, ...model }
  const child = spawn(process.execPath, [...programFlags(), MAIN], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  url = await vi.waitFor(() => z.parse(z.url(), /"address":"(http[^"]+)"/.exec(out)?.[1]), { timeout: 240_000 })
  // The server responds before its modules (mail, agent) have started.
  const isUp = () => fetch(`${url}/readyz`).then(({ ok }) => ok)
  await expect.poll(() => isUp().catch(() => false), { timeout: 240_000, interval: 50 }).toBe(true)
  return child
}

async function stop(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const closed = once(child, 'close')
  child.kill(signal)
  await closed
}

const TOKEN_ANSWER = z.object({ data: z.object({ token: z.string() }) })
const MAILS = z.array(z.object({ to: z.string(), text: z.string() }))
const post = (path: string, body: object): Promise<Response> =>
  fetch(`${url}/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function logIn(email: string): Promise<string> {
  await post('signup', signupForm(email))
  const mail = await vi.waitFor(async () => {
    const mails = await answerAs(MAILS, await fetch(`${url}/dev/outbox`))
    return defined(mails.find(({ to }) => to === email)).text
  })
  const verified = await post('verify', { email, code: /\b\d{6}\b/.exec(mail)?.[0] })
  return (await answerAs(TOKEN_ANSWER, verified)).data.token
}

it('has every question, and one answer to each, after a kill -9 during an answer', async () => {
  const child = await start()
  const token = await logIn('ada@example.com')
  const before = openWindow(url, token, sockets)
  const { _id } = await before.begin()
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  before.emit('message', { conversation: _id, text: 'one', id: ids[0] })
  const first = await before.reply()
  const gate = Promise.withResolvers<void>()
  endpoint.answer = () => ({ text: ['Let me ', 'think.'], hold: () => gate.promise })
  before.emit('message', { conversation: _id, text: 'two', id: ids[1] })
  before.emit('message', { conversation: _id, text: 'three', id: ids[2] })
  await before.until(() => before.all('message').find((message) => message._id === ids[2]))
  await before.until(() => before.all('partial').find(({ reply_to }) => reply_to === ids[1]))
  await stop(child, 'SIGKILL')
  gate.resolve()
  endpoint.answer = () => ({ text: ['Here again.'] })

  await start()
  const after = openWindow(url, token, sockets)
  for (const [index, text] of ['one', 'two', 'three'].entries()) after.emit('message', { conversation: _id, text, id: ids[index] })
  await vi.waitFor(async () => expect((await after.history(_id)).filter(({ reply_to }) => reply_to !== undefined)).toHaveLength(3), {
    timeout: 120_000,
    interval: 100,
  })
  const history = await after.history(_id)
  expect(history.filter(({ sender }) => sender === 'user').map((message) => message._id)).toEqual(ids)
  expect(history.filter(({ reply_to }) => reply_to !== undefined).map(({ reply_to, content }) => [reply_to, content])).toEqual([
    [ids[0], first.content],
    [ids[1], 'Here again.'],
    [ids[2], 'Here again.'],
  ])
})
