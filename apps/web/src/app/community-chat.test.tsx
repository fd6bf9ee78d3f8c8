import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { useServerState } from '../platform/api/server-state.ts'

vi.mock(import('../platform/live/socket/when-settled.ts'), () => ({ whenSettled: async () => undefined }))
const { useCommunityChat } = await import('./community-chat.ts')

const Chat = () => <p>{useCommunityChat() ?? 'none'}</p>

it('retries after a refusal once the server is ready', async () => {
  const get = vi.spyOn(api, 'get').mockRejectedValueOnce(new ApiError({ code: 'unavailable', status: 503, detail: '' }))
  get.mockResolvedValue({ community_chat_url: 'https://chat.example.org/aerie' })
  useServerState.setState({ kind: 'starting', detail: '', since: 0, nextAt: null }, true)
  render(<Chat />)
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(1))
  await act(async () => undefined)
  act(() => useServerState.setState({ kind: 'ready' }, true))
  expect(await screen.findByText('https://chat.example.org/aerie')).toBeTruthy()
  expect(get).toHaveBeenCalledTimes(2)
})
