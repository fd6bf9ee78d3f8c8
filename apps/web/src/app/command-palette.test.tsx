import '../../test/no-messages.ts'
import '../../test/no-live-socket.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useAskedAlert } from '../areas/alerts/ask-for-alert.ts'
import { closeLayer, openLayer, useLayer } from '../platform/navigation/layers.ts'
import { useSession } from '../platform/session/session.ts'
import { testUser } from '../platform/session/test/user.ts'
import { CommandPalette } from './command-palette.tsx'

vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockResolvedValue(Response.json({ data: [] })))

const Layers = () => (useLayer(({ open }) => open) === 'palette' ? <CommandPalette coinsOnly={false} onClose={closeLayer} /> : null)

afterEach(() => {
  cleanup()
  closeLayer()
  useSession.setState({ phase: 'guest', token: null, user: null, endsAt: null })
})

it('runs an action on the row from which it was opened, and returns the focus to it', async () => {
  useSession.setState({ phase: 'active', token: 't', user: testUser(), endsAt: Date.now() + 900_000 })
  render(
    <>
      <table>
        <tbody>
          <tr data-symbol="SOL" tabIndex={0}>
            <td>Solana</td>
          </tr>
        </tbody>
      </table>
      <Layers />
    </>,
  )
  const row = screen.getByRole('row', { name: 'Solana' })
  row.focus()
  await act(async () => openLayer('palette'))
  const input = screen.getByRole('combobox')
  expect(document.activeElement).toBe(input)
  fireEvent.change(input, { target: { value: 'Alert on this coin' } })
  await screen.findByRole('option', { name: /^Alert on this coin/, selected: true })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect([useLayer.getState().open, useAskedAlert.getState().draft.symbol]).toEqual(['alert', 'SOL'])
  expect(document.activeElement).toBe(row)
})

it('opens the licences of included software in a separate tab, for guests too', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  render(<Layers />)
  await act(async () => openLayer('palette'))
  const input = screen.getByRole('combobox')
  fireEvent.change(input, { target: { value: 'licence' } })
  await screen.findByRole('option', { name: 'Licences of included software', selected: true })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(open).toHaveBeenCalledExactlyOnceWith('/licences.txt', '_blank', 'noopener')
})
