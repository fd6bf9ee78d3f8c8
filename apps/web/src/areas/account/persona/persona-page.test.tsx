import { PERSONA_FIGURES, PERSONA_QUESTIONS, type PersonaAnswers } from '@aerie/core/persona'
import { recordKeys, recordOf } from '@aerie/core/record-keys'
import type { Persona } from '@aerie/wire/account/account-persona'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { PersonaPage } from './persona-page.tsx'
import { QUESTION_TEXT } from './persona-questions.ts'

vi.mock('../../../platform/toasts/toast.ts', () => ({ notify: () => undefined, clearToasts: () => undefined }))
vi.mock('../../../platform/live/messages/messages-client.ts', () => ({ openMessages: () => undefined }))

const ANSWERS: PersonaAnswers = {
  willingness: '5',
  risk_return: 'average',
  coin_toss: '4',
  deepest_fall: '10_to_25',
  after_fall: 'hold',
  horizon: 'under_day',
  style: 'breakout',
  risk_per_trade: '0.5_to_1',
  stops: 'always',
  wins_of_ten: '8',
  held_longer: 'winners',
  size_after_loss: 'same',
  night: 'hardly',
  trades_per_week: '5_to_20',
}
const NONE: Persona = {
  answers: null,
  answered_at: null,
  profile: null,
  record: {
    zone: 'Europe/Berlin',
    trades: 0,
    simulated: 0,
    replayed: 0,
    least: 30,
    figures: recordOf(PERSONA_FIGURES, () => ({ value: null, n: 0, reason: 'too_few' as const })),
  },
  findings: [],
  defaults: null,
}
const FULL: Persona = {
  answers: ANSWERS,
  answered_at: '2026-02-03T12:00:00.000Z',
  profile: { score: 80, willing: 'bold', able: 'balanced', band: 'balanced', loss_aversion: 1.5 },
  record: {
    ...NONE.record,
    trades: 64,
    simulated: 60,
    figures: {
      ...NONE.record.figures,
      win_rate: { value: 0.45, n: 60, interval: [0.33, 0.58] },
      risk_percent: { value: null, n: 12, reason: 'too_few' },
    },
  },
  findings: [
    { topic: 'wins_of_ten', verdict: 'differs' },
    { topic: 'risk_per_trade', verdict: 'unknown' },
  ],
  defaults: { risk_percent: 1, risk_reason: 'band', leverage: 5, reward_to_risk: 2, win_percent: 45, win_source: 'record' },
}

let answer: Persona
let failing = false
let saved: unknown[]
let kept: Record<string, unknown>
let visitor = 0
const fetched = vi.fn<typeof fetch>(async (path, options) => {
  const body: unknown = options?.body === undefined ? undefined : JSON.parse(String(options.body))
  if (String(path).includes('/workspace/risk')) {
    if (options?.method === 'PUT') kept = (body as { body: Record<string, unknown> }).body
    return Response.json({ data: { version: 1, body: kept, updated_at: 1 } })
  }
  if (failing) return Response.json({ type: '', title: '', status: 404, detail: 'Gone.', code: 'not_found' }, { status: 404 })
  if (options?.method === 'PUT') {
    saved.push(body)
    answer = { ...FULL, answers: body as PersonaAnswers }
  }
  return Response.json({ data: answer })
})

beforeEach(() => {
  visitor += 1
  answer = NONE
  failing = false
  saved = []
  kept = { risk_percent: 3, leverage: 7 }
  useSession.setState({ phase: 'active', token: 't', user: testUser({ user_id: `u${visitor}` }), endsAt: Date.now() + 900_000 })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = () =>
  act(async () => {
    render(
      <MemoryRouter>
        <PersonaPage />
      </MemoryRouter>,
    )
  })
const choose = (question: keyof PersonaAnswers, text: string) => {
  const group = screen.getByRole('group', { name: QUESTION_TEXT[question].ask })
  fireEvent.click(within(group).getByRole('radio', { name: text }))
}
const press = async (name: string) => {
  await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBeNull())
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
}

it('shows no persona without a journal, and asks every question', async () => {
  await show()
  expect(await screen.findByText('No closed trades yet. What they show of you appears here.')).toBeTruthy()
  expect(screen.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent)).toEqual(
    expect.arrayContaining(recordKeys(PERSONA_QUESTIONS).map((question) => QUESTION_TEXT[question].ask)),
  )
  expect(screen.queryByText('Defaults for the risk calculator')).toBeNull()
})

it('marks unanswered questions, and sends nothing until all are answered', async () => {
  await show()
  await screen.findByText('No closed trades yet. What they show of you appears here.')
  choose('style', 'Trends')
  await press('Save answers')
  expect(screen.getAllByText('Choose an answer.')).toHaveLength(recordKeys(PERSONA_QUESTIONS).length - 1)
  expect(saved).toEqual([])
  for (const question of recordKeys(PERSONA_QUESTIONS)) {
    const texts: Readonly<Record<string, string>> = QUESTION_TEXT[question].answers
    choose(question, texts[ANSWERS[question]] ?? '')
  }
  await press('Save answers')
  await waitFor(() => expect(saved).toEqual([ANSWERS]))
  expect(await screen.findByText('Defaults for the risk calculator')).toBeTruthy()
})

it('shows where answers and record differ, and where there are not enough trades yet', async () => {
  answer = FULL
  await show()
  await screen.findByText('Score 80 of 100')
  const record = screen.getByRole('region', { name: 'What your journal shows' })
  const row = within(record).getByText('Win rate', { selector: 'dt' }).closest('div')?.textContent
  expect(row).toContain('45.0%95%: 33.0% to 58.0% · 60 tradesYou say: 8 of tenDiffers')
  expect(within(record).getByText('Risk per trade', { selector: 'dt' }).closest('div')?.textContent).toContain(
    '—Not enough trades yet: 12 of 30',
  )
  expect(record.textContent).toContain('60 of them at simulated prices.')
  expect(record.textContent).toContain('1 comparison at 95%')
  expect(screen.getByRole('region', { name: 'Defaults for the risk calculator' }).textContent).toContain('Win rate45%from your journal')
  expect(screen.getByText('Your answers ask for bold; what you have lived through makes it balanced.')).toBeTruthy()
})

it('sets the risk calculator on a press, and undoes no more than it set', async () => {
  answer = FULL
  await show()
  await press('Use in the risk calculator')
  expect(await screen.findByText('The risk calculator uses these.')).toBeTruthy()
  await waitFor(() => expect(kept).toMatchObject({ risk_percent: 1, leverage: 5, reward_to_risk: 2, win_percent: 45 }))
  await press('Undo')
  await waitFor(() => expect(kept).toMatchObject({ risk_percent: 3, leverage: 7, reward_to_risk: null, win_percent: null }))
  expect(screen.queryByText('The risk calculator uses these.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('shows what failed, and retries', async () => {
  failing = true
  await show()
  expect(await screen.findByText('Your trade persona could not be loaded')).toBeTruthy()
  failing = false
  await press('Try Again')
  expect(await screen.findByText('No closed trades yet. What they show of you appears here.')).toBeTruthy()
})
