import { defined } from '@aerie/core/defined'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { Menu } from './menu.tsx'

afterEach(cleanup)
const CurrentPath = () => <output>{useLocation().pathname}</output>
const show = (onSelect = () => undefined) =>
  render(
    <MemoryRouter>
      <Menu
        label="Letters"
        items={[
          { id: 'a', label: 'Alpha', to: '/alpha' },
          { id: 'b', label: 'Beta', onSelect },
          { id: 'c', label: 'Gamma', isChosen: true, onSelect },
        ]}
        trigger={(props) => (
          <button type="button" {...props}>
            Open
          </button>
        )}
      />
      <CurrentPath />
    </MemoryRouter>,
  )
const button = () => screen.getByRole('button', { name: 'Open' })
const key = (name: string) => fireEvent.keyDown(defined(document.activeElement), { key: name })

it('opens on click and on the down arrow, with the focus on its first entry', () => {
  show()
  button().focus()
  key('ArrowDown')
  expect(button().getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement?.textContent).toContain('Alpha')
})

it('moves by arrow keys with wrap-around, by Home and End, and by first letters', () => {
  show()
  fireEvent.click(button())
  const walk = ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'b'].map((name) => {
    key(name)
    return document.activeElement?.textContent
  })
  expect(walk).toEqual(['Beta', 'Gamma', 'Alpha', 'Gamma', 'Alpha', 'Beta'])
})

it('opens above its button where there is no room below', () => {
  const at = (top: number) => ({ top, bottom: top + 30, height: 120 }) as DOMRect
  const measured = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  const isAbove = () => screen.getByRole('menu').parentElement?.classList.contains('bottom-full')
  show()
  measured.mockReturnValue(at(innerHeight - 40))
  fireEvent.click(button())
  expect(isAbove()).toBe(true)
  fireEvent.click(button())
  measured.mockReturnValue(at(200))
  fireEvent.click(button())
  expect(isAbove()).toBe(false)
  measured.mockRestore()
})

it('closes on Escape and restores the focus', () => {
  show()
  fireEvent.click(button())
  key('Escape')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button())
})

it('closes on a click outside', () => {
  show()
  fireEvent.click(button())
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
})

it('runs the selected action once, and follows a link', () => {
  const onSelect = vi.fn<() => undefined>()
  show(onSelect)
  fireEvent.click(button())
  fireEvent.click(screen.getByRole('menuitem', { name: 'Beta' }))
  expect(onSelect).toHaveBeenCalledTimes(1)
  fireEvent.click(button())
  expect(screen.getByRole('menuitemradio', { name: 'Gamma' }).getAttribute('aria-checked')).toBe('true')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Alpha' }))
  expect(screen.getByRole('status').textContent).toBe('/alpha')
})
