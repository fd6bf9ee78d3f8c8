import { randomUUID } from 'node:crypto'
import { systemClock } from '@aerie/core/time'
import { serializeByKey } from '@aerie/runtime/serial-queue'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { insertUsers } from '../../../../test/agent-stage.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { conversationRepository } from '../conversations/conversation-repository.ts'
import { messageRepository } from '../conversations/message-repository.ts'
import { type ConversationRef, replyStore } from '../conversations/reply-store.ts'
import { AnswerWorkers } from './answer-workers.ts'
import type { Ask, Draft } from './draft.ts'

let database: TestDatabase
let ref: ConversationRef
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  const [userId] = await insertUsers(database)
  const row = await conversationRepository(database.db).insert({ userId, id: randomUUID(), name: 'BTC', createdAt: new Date() })
  ref = { number: row.number, userId, id: row.id }
})

const question = async (content: string): Promise<void> => {
  const about = { conversation: ref.number, id: randomUUID(), kind: 'question', createdAt: new Date() } as const
  await messageRepository(database.db).insert({ ...about, content })
}
const replies = async () =>
  (await messageRepository(database.db).recent(ref.number, 100)).flatMap(({ kind, content }) => (kind === 'reply' ? [content] : []))
const lapse = () => database.db.execute(sql`update agent_conversations set answering_until = now() - interval '1 second'`)

const opened: AnswerWorkers[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workers) => workers.close()))
})

/** A process that answers when it is let: with its name, or `stopped`. */
function process(node: string) {
  const asked: string[] = []
  const sent: string[] = []
  const gate = Promise.withResolvers<void>()
  const answer = async ({ question, signal }: Ask): Promise<Draft> => {
    asked.push(question)
    await Promise.race([gate.promise, new Promise((resolve) => signal.addEventListener('abort', resolve))])
    const text = signal.aborted ? `stopped by ${node}` : `${question} by ${node}`
    return { text, calls: [], engine: 'built-in', language: 'en', ...(signal.aborted && { ended: 'stopped' as const }) }
  }
  const workers = new AnswerWorkers({
    store: replyStore({ db: database.db, clock: systemClock, node, newestIssued: () => Promise.reject(new Error('no forecasts here')) }),
    queue: serializeByKey(),
    clock: systemClock,
    answer,
    onReply: (_userId, { content }) => void sent.push(content),
    onText: () => undefined,
    onFailure: (_ref, _question, error) => expect.fail(String(error)),
  })
  opened.push(workers)
  return {
    workers,
    asked,
    sent,
    let: (): void => gate.resolve(),
  }
}

it('has one process answer a question that every process resumes', async () => {
  await question('one')
  const first = process('first')
  await first.workers.resume()
  await vi.waitFor(() => expect(first.asked).toEqual(['one']))
  // More often than a question is tried.
  for (let start = 0; start < 3; start += 1) {
    const second = process('second')
    await second.workers.resume()
    await second.workers.tend()
    await second.workers.close()
    expect([second.asked, second.sent]).toEqual([[], []])
  }
  first.let()
  await vi.waitFor(() => expect(first.sent).toEqual(['one by first']))
  expect(await replies()).toEqual(['one by first'])
})

it('continues in another process when the first has died, and stores nothing of the first if it only slept', async () => {
  await question('one')
  const [first, second] = [process('first'), process('second')]
  first.workers.attend(ref)
  await vi.waitFor(() => expect(first.asked).toEqual(['one']))
  await lapse()
  await second.workers.tend()
  await vi.waitFor(() => expect(second.asked).toEqual(['one']))
  first.let()
  await first.workers.close()
  second.let()
  await vi.waitFor(async () => expect(await replies()).toEqual(['one by second']))
  await vi.waitFor(() => expect(second.sent).toEqual(['one by second']))
  expect(first.sent).toEqual([])
})

it('answers a question in the process that answers the conversation already, whichever process received it', async () => {
  await question('one')
  const [first, second] = [process('first'), process('second')]
  first.workers.attend(ref)
  await vi.waitFor(() => expect(first.asked).toEqual(['one']))
  await question('two')
  second.workers.attend(ref)
  await second.workers.close()
  first.let()
  await vi.waitFor(async () => expect(await replies()).toEqual(['one by first', 'two by first']))
  expect(second.asked).toEqual([])
})

it('stops an answer whose user asks another process to stop it', async () => {
  await question('one')
  const [first, second] = [process('first'), process('second')]
  first.workers.attend(ref)
  await vi.waitFor(() => expect(first.asked).toEqual(['one']))
  await first.workers.tend()
  await second.workers.stop(ref)
  await first.workers.tend()
  await vi.waitFor(async () => expect(await replies()).toEqual(['stopped by first']))
})

it('hands over what it did not finish when it stops', async () => {
  await question('one')
  const [first, second] = [process('first'), process('second')]
  first.workers.attend(ref)
  await vi.waitFor(() => expect(first.asked).toEqual(['one']))
  await first.workers.close()
  expect(await replies()).toEqual([])
  second.let()
  await second.workers.tend()
  await vi.waitFor(async () => expect(await replies()).toEqual(['one by second']))
})
