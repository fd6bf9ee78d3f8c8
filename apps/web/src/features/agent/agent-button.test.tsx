import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSession } from '../../app/session.ts'
import { AgentButton } from './agent-button.tsx'

afterEach(() => {
  cleanup()
  useSession.setState(useSession.getInitialState(), true)
})

it('is there only while a token is stored', () => {
  render(<AgentButton />)
  expect(screen.queryByRole('button')).toBeNull()
  act(() => useSession.setState({ token: 't' }))
  expect(screen.getByRole('button', { name: 'Agent EagleEye' })).toBeTruthy()
})

it('opens a panel that claims nothing it cannot do, and closes it again', async () => {
  useSession.setState({ token: 't' })
  render(<AgentButton />)
  const button = screen.getByRole('button', { name: 'Agent EagleEye' })
  fireEvent.click(button)
  await screen.findByText('The chat is not built yet.')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(screen.getByRole('region', { name: 'Agent EagleEye' }), { key: 'Escape' })
  expect(screen.queryByRole('region')).toBeNull()
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  await screen.findByRole('region')
  fireEvent.click(button)
  expect(screen.queryByRole('region')).toBeNull()
})
