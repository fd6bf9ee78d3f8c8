import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../platform/api/api-error.ts'
import { TextField } from '../controls/text-field.tsx'
import { FormFailure } from './form-failure.tsx'
import { useForm } from './use-form.ts'

const schema = z.object({
  name: z.string().check(z.minLength(1, 'needed'), z.maxLength(5, 'use at most 5 characters')),
  note: z.string().check(z.trim(), z.minLength(1, 'Write a note.')),
  days: z.number(),
})
const SAVED = { name: 'Ada', note: 'first', days: 7 }
const send = vi.fn<(data: z.output<typeof schema>) => Promise<void>>()
const refusal = (errors: Record<string, string[]>) => new ApiError({ code: 'bad_input', status: 400, detail: 'Not valid.', errors })

function Form({ initial }: { readonly initial: typeof SAVED }) {
  const form = useForm({ schema, initial, send })
  return (
    <form {...form.formProps} aria-label="Form">
      <TextField {...form.field('name')} label="Name" />
      <TextField {...form.field('note')} label="Note" />
      <button type="button" onClick={() => form.set('days', form.values.days + 1)}>
        {`${form.values.days} days`}
      </button>
      <button type="button" onClick={form.reset}>
        {form.isChanged ? 'Reset' : 'Unchanged'}
      </button>
      <FormFailure failure={form.failure} />
    </form>
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form', { name: 'Form' })))

beforeEach(() => void send.mockReset().mockResolvedValue())
afterEach(cleanup)

it('sends what the schema reads, of text and of other values', async () => {
  render(<Form initial={SAVED} />)
  type('Note', ' second ')
  fireEvent.click(screen.getByRole('button', { name: '7 days' }))
  await submit()
  expect(send.mock.calls).toEqual([[{ name: 'Ada', note: 'second', days: 8 }]])
})

it('shows errors at their fields, a sentence of the form as it is, and focuses the first', async () => {
  render(<Form initial={SAVED} />)
  type('Name', 'Lovelace')
  type('Note', ' ')
  expect(screen.queryAllByRole('alert')).toEqual([])
  await submit()
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['!Use at most 5 characters.', '!Write a note.'])
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  type('Name', '')
  expect(screen.getByText('This field is required.')).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
})

it('follows initial values that arrive late where nothing was typed, and goes back to them', () => {
  const { rerender } = render(<Form initial={{ name: '', note: '', days: 0 }} />)
  type('Note', 'mine')
  rerender(<Form initial={SAVED} />)
  expect([field('Name').value, field('Note').value]).toEqual(['Ada', 'mine'])
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(field('Note').value).toBe('first')
  expect(screen.getByRole('button', { name: 'Unchanged' })).toBeTruthy()
})

it('sends once where it is submitted twice', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  send.mockReturnValue(promise)
  render(<Form initial={SAVED} />)
  await submit()
  await submit()
  await act(async () => resolve())
  expect(send).toHaveBeenCalledTimes(1)
})

it('keeps what was typed when the server refuses it, and names the errors that are at no field of the form', async () => {
  send.mockRejectedValue(refusal({ name: ['this name is taken'], expires_at: ['choose a date'] }))
  render(<Form initial={SAVED} />)
  type('Name', 'Grace')
  await submit()
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    '!This name is taken.',
    '!Not valid. expires_at: Choose a date.',
  ])
  expect(field('Name').value).toBe('Grace')
  type('Name', 'Emmy')
  expect(screen.queryByText('This name is taken.')).toBeNull()
})
