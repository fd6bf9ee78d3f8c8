import { feedbackId } from '@aerie/wire/agent/agent'
import { expect, it } from 'vitest'
import { testId, testMessage } from '../../../platform/live/test/agent-server.ts'
import { threadItems } from './message-log.tsx'

const call = { name: 'get_crypto_price', arguments: '{"ticker":"BTC"}' } as const

it('places each result beside its call, in the order of the calls, whenever it arrived', () => {
  const question = testMessage(1)
  const reply = testMessage(2, { sender: 'Agent', reply_to: question._id, tool_calls: [call, call, call] })
  const second = testMessage(3, { _id: feedbackId(reply._id, 1), sender: 'Agent' })
  const next = testMessage(4)
  const first = testMessage(5, { _id: feedbackId(reply._id, 0), sender: 'Agent' })
  expect(threadItems([question, reply, second, next, first])).toEqual([
    { kind: 'question', message: question },
    { kind: 'reply', message: reply, results: [first, second, undefined] },
    { kind: 'question', message: next },
  ])
})

it('shows agent messages without a call unchanged', () => {
  const note = testMessage(7, { sender: 'Agent', content: 'An older result' })
  expect(threadItems([note])).toEqual([{ kind: 'note', message: note }])
  expect(threadItems([testMessage(2, { sender: 'Agent', reply_to: testId(1) })])[0]).toMatchObject({ kind: 'reply', results: [] })
})
