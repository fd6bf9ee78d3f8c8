import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Thread, unreadThread } from '../../../platform/live/agent/agent-thread.ts'
import { testMessage } from '../../../platform/live/test/agent-server.ts'

const calls = vi.hoisted((): { asked: string[]; stops: number } => ({ asked: [], stops: 0 }))
vi.mock(
  import('../../../platform/live/agent/agent-client.ts'),
  async () =>
    ({
      ask: (text: string) => void calls.asked.push(text),
      stopAnswer: () => {
        calls.stops += 1
      },
    }) as never,
)

import { Composer } from './composer.tsx'

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Agent EagleEye' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const press = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, ...more })
const show = (thread: Thread | null = null, conversation: string | null = null) =>
  render(<Composer conversation={conversation} thread={thread} field={createRef()} />)

beforeEach(() => {
  calls.asked.length = 0
  calls.stops = 0
  localStorage.clear()
})
afterEach(() => {
  if (screen.queryByRole('textbox') !== null) type('')
  cleanup()
})

it('sends with Enter, starts a new line with Shift+Enter, and is then empty', () => {
  show()
  type('What is BTC?')
  expect(press('Enter', { shiftKey: true })).toBe(true)
  expect(calls.asked).toEqual([])
  expect(press('Enter')).toBe(false)
  expect([calls.asked, field().value]).toEqual([['What is BTC?'], ''])
})

it('ignores an empty message', () => {
  show()
  type('  \n ')
  press('Enter')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(calls.asked).toEqual([])
})

it('keeps a message that is too long, and shows that it is', () => {
  show()
  type('x'.repeat(10_000))
  press('Enter')
  expect([calls.asked, field().value.length]).toEqual([[], 10_000])
  expect(screen.getByRole('alert').textContent).toContain('At most 4,000 characters; this message has 10,000.')
})

it('restores the last message with the up arrow, in an empty field only', () => {
  const thread = {
    ...unreadThread(),
    isRead: true,
    messages: [testMessage(1, { content: 'older' }), testMessage(2, { content: 'BTC in 6 hours?' })],
  }
  show(thread)
  press('ArrowUp')
  expect(field().value).toBe('BTC in 6 hours?')
  type('mine')
  press('ArrowUp')
  expect(field().value).toBe('mine')
})

it('keeps a draft of each conversation across a reload', () => {
  const first = show(null, 'a')
  type('half a thought')
  first.unmount()
  const other = show(null, 'b')
  expect(field().value).toBe('')
  other.unmount()
  show(null, 'a')
  expect(field().value).toBe('half a thought')
  expect(Object.values({ ...localStorage })).toContain('half a thought')
})

it('offers to stop only while an answer is pending', () => {
  const waiting = { ...unreadThread(), isRead: true, messages: [testMessage(1)] }
  const { rerender } = show(waiting)
  fireEvent.click(screen.getByRole('button', { name: 'Stop answer' }))
  expect(calls.stops).toBe(1)
  const answered = { ...waiting, messages: [...waiting.messages, testMessage(2, { sender: 'Agent', reply_to: testMessage(1)._id })] }
  rerender(<Composer conversation={null} thread={answered} field={createRef()} />)
  expect(screen.queryByRole('button', { name: 'Stop answer' })).toBeNull()
})
