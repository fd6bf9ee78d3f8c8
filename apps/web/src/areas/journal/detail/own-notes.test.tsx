import type { TripDetail } from '@aerie/wire/journal/journal'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { testTrip } from '../test/trip.ts'
import { useTrip } from '../use-journal.ts'
import { OwnNotes } from './own-notes.tsx'

vi.unmock('../../../platform/toasts/toaster.tsx')

const refusal = () =>
  Response.json(
    { type: 'about:blank', title: 'No', status: 403, code: 'forbidden', detail: 'Not allowed.', instance: '/' },
    { status: 403 },
  )

type Call = { readonly method: string; readonly body: unknown; readonly answer: (answer: Response) => Promise<void> }
let calls: Call[]
/** A new trip per test: an unanswered request would block later changes to the same trip. */
let trip = testTrip()
let count = 0
const saves = () => calls.filter(({ method }) => method === 'PATCH')
const readings = () => calls.filter(({ method }) => method === 'GET')
const as = (over: Partial<TripDetail>) => Response.json({ data: { ...trip, ...over } })

const Shown = () => {
  const { data } = useTrip(trip.id)
  return data === undefined ? null : <OwnNotes trip={data} />
}
beforeEach(async () => {
  calls = []
  count += 1
  trip = testTrip({ id: `0190f5fe-7c00-7a00-8000-00000000000${count}` })
  vi.stubGlobal('fetch', (_path: string, { method = 'GET', body, signal }: RequestInit = {}) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const answer = async (given: Response) => {
      resolve(given)
      await waitFor(() => expect(given.bodyUsed || signal?.aborted).toBe(true))
    }
    calls.push({ method, body: typeof body === 'string' ? JSON.parse(body) : null, answer })
    return promise
  })
  render(<Shown />)
  await waitFor(() => expect(readings()).toHaveLength(1))
  await readings()[0]?.answer(as({}))
  await screen.findByRole('group', { name: 'Rating' })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const stars = () =>
  screen
    .queryAllByRole('button', { pressed: true })
    .map((button) => button.getAttribute('aria-label'))
    .join()
const addTag = async (name: string) => {
  const field = screen.getByRole('textbox', { name: 'Add a tag' })
  await act(async () => fireEvent.change(field, { target: { value: name } }))
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  await screen.findByText(name)
}

const shows = (text: string) => waitFor(() => expect(stars()).toBe(text))

it('sends a second rating only after the first is confirmed, so that neither can overtake the other', async () => {
  await press('3 stars')
  await press('4 stars')
  await shows('4 stars')
  expect(saves().map(({ body }) => body)).toEqual([{ rating: 3 }])
  await saves()[0]?.answer(as({ rating: 3 }))
  await waitFor(() => expect(saves().map(({ body }) => body)).toEqual([{ rating: 3 }, { rating: 4 }]))
  await saves()[1]?.answer(as({ rating: 4 }))
  await shows('4 stars')
})

it('loses no tag that is added while another is being saved', async () => {
  await addTag('breakout')
  await addTag('news')
  await saves()[0]?.answer(as({ tags: ['breakout'] }))
  await addTag('late')
  await waitFor(() => expect(saves()).toHaveLength(2))
  await saves()[1]?.answer(as({ tags: ['breakout', 'news'] }))
  await waitFor(() => expect(saves().at(-1)?.body).toEqual({ tags: ['breakout', 'news', 'late'] }))
})

it('reverts only what is refused, with the reason, and reloads the server’s state', async () => {
  await press('5 stars')
  await addTag('news')
  await saves()[0]?.answer(refusal())
  await waitFor(() => expect(saves()).toHaveLength(2))
  await shows('')
  expect(screen.getByText('news')).toBeTruthy()
  await saves()[1]?.answer(refusal())
  await waitFor(() => expect(readings()).toHaveLength(2))
  await waitFor(() => expect(screen.queryByText('news')).toBeNull())
  expect(await screen.findAllByText(/The change was not saved\./)).not.toEqual([])
})

it('moves the focus to the end of the note for editing, and back when it is closed', async () => {
  await press('Write a note')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note, Markdown' })
  expect(document.activeElement).toBe(field)
  await press('Cancel')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Write a note' }))
})

it('is not overwritten by a read that started before the change', async () => {
  await act(async () => void queryClient.invalidateQueries())
  await waitFor(() => expect(readings()).toHaveLength(2))
  await press('2 stars')
  await saves()[0]?.answer(as({ rating: 2 }))
  await shows('2 stars')
  await readings()[1]?.answer(as({ rating: null }))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  await shows('2 stars')
})
