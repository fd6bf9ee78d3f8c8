import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../platform/api/api-error.ts'
import { useServerState } from '../platform/api/server-state.ts'

const call = vi.hoisted(() => vi.fn())
vi.mock(import('../platform/api/api.ts'), async (original) => ({ ...(await original()), api: call as never }))
vi.mock(import('../platform/live/socket/when-settled.ts'), () => ({ whenSettled: async () => undefined }))
const { useCommunityChat } = await import('./community-chat.ts')

const Chat = () => <p>{useCommunityChat() ?? 'none'}</p>

it('retries after a refusal once the server is ready', async () => {
  call.mockRejectedValueOnce(new ApiError({ code: 'unavailable', status: 503, detail: '' }))
  call.mockResolvedValue({ community_chat_url: 'https://chat.example.org/aerie' })
  useServerState.setState({ kind: 'starting', detail: '', since: 0, nextAt: null }, true)
  render(<Chat />)
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1))
  await act(async () => undefined)
  act(() => useServerState.setState({ kind: 'ready' }, true))
  expect(await screen.findByText('https://chat.example.org/aerie')).toBeTruthy()
  expect(call).toHaveBeenCalledTimes(2)
})
