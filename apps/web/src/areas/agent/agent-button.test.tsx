import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { testAgentServer } from '../../platform/live/test/agent-server.ts'
import { useSession } from '../../platform/session/session.ts'

vi.mock('socket.io-client', () => ({ io: () => testAgentServer().transport }))

import { loadAgentPanel, toggleAgent, useAgentPanel } from '../../platform/navigation/agent-panel-state.ts'
import { AgentButton } from './agent-button.tsx'

afterEach(() => {
  cleanup()
  useSession.setState(useSession.getInitialState(), true)
  useAgentPanel.setState({ isOpen: false })
})
const show = (path = '/') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <AgentButton />
    </MemoryRouter>,
  )

it('is shown only while a token is stored', () => {
  show()
  expect(screen.queryByRole('button')).toBeNull()
  act(() => useSession.setState({ token: 't' }))
  expect(screen.getByRole('button', { name: 'Agent EagleEye' })).toBeTruthy()
})

it.each([
  ['/currencies/BTC', true],
  ['/claw/trade', true],
  ['/ipc/BTC', false],
])('is at the foot of the rail, over no content, where there is a rail: %s', (path, hasRail) => {
  useSession.setState({ token: 't' })
  show(path)
  expect(screen.getByRole('button', { name: 'Agent EagleEye' }).hasAttribute('data-aside')).toBe(hasRail)
  expect('agentAside' in document.documentElement.dataset).toBe(hasRail)
})

it('opens a preloaded panel synchronously within the event', async () => {
  useSession.setState({ token: 't' })
  show()
  await act(() => loadAgentPanel())
  const button = screen.getByRole('button', { name: 'Agent EagleEye' })
  fireEvent.click(button)
  expect(screen.getByRole('region', { name: 'Agent EagleEye' })).toBeTruthy()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message to Agent EagleEye' }))
})

it('closes with Escape and with the button, and restores the focus', async () => {
  useSession.setState({ token: 't' })
  show()
  await act(() => loadAgentPanel())
  const button = screen.getByRole('button', { name: 'Agent EagleEye' })
  fireEvent.click(button)
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' })
  expect(screen.queryByRole('region')).toBeNull()
  expect(document.activeElement).toBe(button)
  act(() => toggleAgent())
  fireEvent.click(button)
  expect(screen.queryByRole('region')).toBeNull()
})
