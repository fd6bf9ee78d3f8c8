import type { Lesson, LessonsProgress, LessonVerdict } from '@aerie/wire/learn'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { receiveNotice } from '../../platform/live/notices.ts'
import { useSession } from '../../platform/session/session.ts'
import { testUser } from '../../platform/session/test/user.ts'
import { LearnPage } from './learn-page.tsx'
import { dueText } from './lessons-queries.ts'

vi.mock(import('../../platform/live/messages/messages-client.ts'), async (original) => ({ ...(await original()), openMessages: vi.fn() }))

const question = (id: string) => ({
  id,
  text: `What of ${id}?`,
  choices: [
    { id: 'yes', text: 'Yes' },
    { id: 'no', text: 'No' },
  ],
})
const LESSON: Lesson = {
  id: 'stops',
  title: 'Stops',
  summary: 'Where to be out.',
  group: 'risk',
  minutes: 5,
  questions: 2,
  blocks: [
    { kind: 'text', text: 'A **stop** closes. <script>alert(1)</script>' },
    { kind: 'key', text: 'Decide first.' },
    { kind: 'figure', figure: { kind: 'formula', formula: 'recovery' }, caption: 'Losses weigh more.' },
  ],
  task: { text: 'Set a stop.', steps: ['Open Trade.'], to: '/claw/trade', button: 'Open Trade' },
  quiz: [question('one'), question('two')],
  sources: [{ title: 'A Book', by: 'An Author', year: 2006, url: null }],
}
const { blocks: _blocks, task: _task, quiz: _quiz, sources: _sources, ...HEAD } = LESSON
const verdict = (asked: string, choice: string): LessonVerdict => ({
  question: asked,
  choice,
  is_right: choice === 'yes',
  right_choice: 'yes',
  explanations: [
    { choice: 'yes', text: 'Because it is so.' },
    { choice: 'no', text: 'A common error.' },
  ],
  due_at: choice === 'yes' ? null : new Date(Date.now() + 86_400_000).toISOString(),
})
const PROGRESS: LessonsProgress = {
  lessons: [{ lesson: 'stops', answered: 2, right: 1, task_done_at: null, completed_at: null }],
  due: 2,
  next_due_at: null,
}

type Stubs = {
  progress?: LessonsProgress | Response
  doneAt: string | null
  review: string[]
  answers: object[]
  keys: string[]
  checks: number
  held: Promise<Response> | null
}
let stubs: Stubs
const problem = (status: number, code: string) =>
  Response.json(
    { type: 'about:blank', title: 'No', status, code, detail: 'It failed.', instance: '/' },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )
const data = (value: unknown) => Response.json({ data: value })
const page = (rows: readonly unknown[]) => Response.json({ data: rows, next: null })

function answerOf(path: string, init: RequestInit | undefined): Response | Promise<Response> {
  if (path.endsWith('/answers')) {
    const body = JSON.parse(String(init?.body)) as { question: string; choice: string }
    stubs.answers.push(body)
    stubs.keys.push(new Headers(init?.headers).get('idempotency-key') ?? '')
    return data(verdict(body.question, body.choice))
  }
  if (path.endsWith('/task')) {
    stubs.checks += 1
    if (stubs.held !== null) return stubs.held
    return data({ done_at: stubs.doneAt, completed_at: null })
  }
  if (path.endsWith('/progress')) return stubs.progress instanceof Response ? stubs.progress.clone() : data(stubs.progress ?? PROGRESS)
  if (path.endsWith('/review')) return page(stubs.review.map((id) => ({ lesson: 'stops', title: 'Stops', question: question(id) })))
  if (path.endsWith('/lessons/stops')) return data(LESSON)
  if (path.endsWith('/lessons')) return page([HEAD])
  return problem(404, 'not_found')
}

// Lazy-loaded screens may take longer than the query timeout.
beforeAll(() => Promise.all([import('./lesson-view.tsx'), import('./review-view.tsx')]))
beforeEach(() => {
  // Avoids midnight and DST changes within a test.
  vi.useFakeTimers({ now: new Date(2026, 0, 15, 12), toFake: ['Date'] })
  stubs = { doneAt: null, review: [], answers: [], keys: [], checks: 0, held: null }
  useSession.setState({ phase: 'active', token: 't', user: testUser(), endsAt: Date.now() + 900_000 })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => answerOf(path, init))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const show = (search = '') =>
  render(
    <MemoryRouter initialEntries={[`/claw/learn${search}`]}>
      <LearnPage />
    </MemoryRouter>,
  )

it('lists the lessons with the user’s progress, the next lesson, and what is due', async () => {
  show()
  expect((await screen.findByRole('link', { name: 'Stops' })).getAttribute('href')).toBe('/claw/learn?lesson=stops')
  expect(await screen.findByText('1 of 2 questions')).toBeDefined()
  expect(screen.getByText('Task open')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Continue: Stops' })).toBeDefined()
  expect(screen.getByText('2 questions are due today')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Start the review' })).toBeDefined()
})

it('shows the lessons when the progress cannot be loaded, with a notice', async () => {
  stubs.progress = problem(403, 'forbidden')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Your progress could not be loaded.')
  expect(screen.getByRole('link', { name: 'Stops' })).toBeDefined()
})

it('shows that a lesson does not exist, whatever its name', async () => {
  show('?lesson=nothing')
  expect(await screen.findByText('There is no such lesson')).toBeDefined()
})

it('shows a lesson without executing code in its text', async () => {
  const { container } = show('?lesson=stops')
  expect(await screen.findByRole('heading', { level: 1, name: 'Stops' })).toBeDefined()
  expect(container.querySelector('script')).toBeNull()
  expect(screen.getByText('A Book').tagName).toBe('CITE')
  fireEvent.change(screen.getByRole('slider', { name: 'Loss' }), { target: { value: '50' } })
  expect(screen.getByText('100%')).toBeDefined()
})

it('checks the task on opening, receives updates from elsewhere, and stops polling once it is done', async () => {
  show('?lesson=stops')
  await screen.findByText('Not done yet. This updates when you do it.')
  stubs.doneAt = '2026-01-15T09:00:00.000Z'
  act(() => receiveNotice({ kind: 'fill', account: 'a', first_seq: 1, seq: 1, data: {} }))
  expect(await screen.findByText('Done. We found it in your account.')).toBeDefined()
  const { checks } = stubs
  act(() => receiveNotice({ kind: 'fill', account: 'a', first_seq: 2, seq: 2, data: {} }))
  await act(async () => undefined)
  expect(stubs.checks).toBe(checks)
  expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull()
})

it('checks the task again when it was completed during a check', async () => {
  const held = Promise.withResolvers<Response>()
  stubs.held = held.promise
  show('?lesson=stops')
  await waitFor(() => expect(stubs.checks).toBe(1))
  stubs.held = null
  stubs.doneAt = '2026-01-15T09:00:00.000Z'
  act(() => receiveNotice({ kind: 'fill', account: 'a', first_seq: 1, seq: 1, data: {} }))
  await act(async () => held.resolve(data({ done_at: null, completed_at: null })))
  expect(await screen.findByText('Done. We found it in your account.')).toBeDefined()
})

it('asks, has the server grade the answer, shows why, continues, and counts', async () => {
  show('?lesson=stops')
  fireEvent.click(await screen.findByRole('button', { name: 'Check answer' }))
  expect(screen.getByRole('alert').textContent).toBe('Choose an answer first.')
  expect(screen.queryByText('Because it is so.')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'No' }))
  fireEvent.click(screen.getByRole('button', { name: 'Check answer' }))
  expect(await screen.findByText('A common error.')).toBeDefined()
  expect(screen.getByText(/^Not right · This question comes back tomorrow\.$/)).toBeDefined()
  const next = screen.getByRole('button', { name: 'Next question' })
  expect(document.activeElement).toBe(next)
  fireEvent.click(next)
  // The focused button was removed; focus moves to the next question.
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Yes' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Yes' }))
  fireEvent.click(screen.getByRole('button', { name: 'Check answer' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Finish' }))
  expect(screen.getByText('1 of 2 right')).toBeDefined()
  expect(stubs.answers).toEqual([
    { question: 'one', choice: 'no' },
    { question: 'two', choice: 'yes' },
  ])
})

it('resends a failed answer with the same key', async () => {
  show('?lesson=stops')
  fireEvent.click(await screen.findByRole('radio', { name: 'Yes' }))
  const lost: string[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (!path.endsWith('/answers')) return answerOf(path, init)
    lost.push(new Headers(init?.headers).get('idempotency-key') ?? '')
    throw new TypeError('gone')
  })
  fireEvent.click(screen.getByRole('button', { name: 'Check answer' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Your answer was not saved.')
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => answerOf(path, init))
  fireEvent.click(screen.getByRole('button', { name: 'Check answer' }))
  await waitFor(() => expect(stubs.keys).toEqual(lost))
  expect(lost[0]).toMatch(/^[\w-]{36}$/)
})

it('reviews what is due, one item after the other', async () => {
  stubs.review = ['one']
  show('?review=1')
  fireEvent.click(await screen.findByRole('radio', { name: 'Yes' }))
  fireEvent.click(screen.getByRole('button', { name: 'Check answer' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Finish' }))
  expect(screen.getByText('1 of 1 were right. Wrong answers come back tomorrow.')).toBeDefined()
})

it('explains what a review is while nothing is due', async () => {
  show('?review=1')
  expect(await screen.findByText(/^Nothing to review\./)).toBeDefined()
})

it('shows due dates in days of the reader’s calendar', () => {
  const evening = new Date(2026, 0, 15, 23, 50).getTime()
  const at = (...parts: [number, number, number, number]) => dueText(new Date(...parts).getTime(), evening)
  expect([at(2026, 0, 15, 23), at(2026, 0, 16, 0), at(2026, 0, 20, 9), at(2026, 1, 20, 9)]).toEqual([
    'today',
    'tomorrow',
    'in 5 days',
    'on Fri, Feb 20',
  ])
})
