import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { CopyLog } from './copy-log.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('filters by a coin in any width and case, keeps IME composition intact, and sends no request for an invalid coin', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: unknown) => {
    asked.push(new URL(String(path), 'http://aerie').searchParams.get('symbol') ?? '')
    return Response.json({ data: [], next: null })
  })
  render(<CopyLog />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  await waitFor(() => expect(asked).toEqual(['']))
  fireEvent.change(field, { target: { value: 'ｂｔｃ' } })
  expect(field.value).toBe('ｂｔｃ')
  await waitFor(() => expect(asked).toEqual(['', 'BTC']))
  fireEvent.change(field, { target: { value: 'びt' } })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  fireEvent.blur(field)
  expect([field.value, field.getAttribute('aria-invalid'), asked]).toEqual(['BTC', null, ['', 'BTC']])
})
