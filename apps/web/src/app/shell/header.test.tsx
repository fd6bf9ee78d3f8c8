import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Menu } from '../../ui/overlays/menu.tsx'
import { LateMenu } from './header.tsx'

afterEach(cleanup)

const Choices = () => (
  <Menu
    label="Ways"
    startsOpen
    items={[{ id: 'one', label: 'One', onSelect: () => undefined }]}
    trigger={(props) => (
      <button type="button" {...props}>
        Ways
      </button>
    )}
  />
)

const show = (load: () => Promise<typeof Choices>) => {
  render(<LateMenu trigger={(props) => <button {...props}>Ways</button>} load={load} />)
  return screen.getByRole('button', { name: 'Ways' })
}

it.each([
  ['a press', (button: HTMLElement) => fireEvent.click(button)],
  ['ArrowDown', (button: HTMLElement) => fireEvent.keyDown(button, { key: 'ArrowDown' })],
])('is loaded and open with its first entry focused after %s', async (_, ask) => {
  ask(show(async () => Choices))
  const entry = await screen.findByRole('menuitem', { name: 'One' })
  await waitFor(() => expect(document.activeElement).toBe(entry))
  fireEvent.keyDown(entry, { key: 'Escape' })
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ways' }))
})

it('keeps its button when the menu cannot be loaded, and retries on the next press', async () => {
  let isAway = true
  const button = show(async () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return Choices
  })
  fireEvent.click(button)
  await Promise.resolve()
  expect(screen.getByRole('button', { name: 'Ways' })).toBe(button)
  isAway = false
  fireEvent.click(button)
  await screen.findByRole('menuitem', { name: 'One' })
})
