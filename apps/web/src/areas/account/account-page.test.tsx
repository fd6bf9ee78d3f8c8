import { defined } from '@aerie/core/defined'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { AccountPage } from './account-page.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('shows what is below a list only once the length of the list is known', async () => {
  const waiting = new Map<string, (answer: Response) => void>()
  vi.stubGlobal('fetch', (path: string) => new Promise<Response>((resolve) => waiting.set(path.replace('/api/v1/account/', ''), resolve)))
  render(<AccountPage />)
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles()).toEqual(['Password', 'Authenticator app', 'Passkeys'])
  const answer = async (path: string) => {
    const give = await vi.waitFor(() => defined(waiting.get(path)))
    await act(async () => give(Response.json({ data: path === 'export' ? null : [] })))
  }
  await answer('sessions')
  expect(titles()).toHaveLength(3)
  await answer('passkeys')
  await vi.waitFor(() => expect(titles()).toHaveLength(6))
  await answer('export')
  await vi.waitFor(() => expect(titles()).toHaveLength(7))
  expect(titles().slice(2, 5)).toEqual(['Passkeys', 'Sessions', 'API tokens'])
})
