import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { focusOnRemoval } from './focus-on-removal.ts'

afterEach(cleanup)

const slot = (ids: readonly string[]) => (
  <>
    <button type="button">elsewhere</button>
    <div data-kind="orders" tabIndex={-1}>
      {ids.length > 0 && (
        <table>
          <tbody>
            {ids.map((id) => (
              <tr key={id} ref={focusOnRemoval} tabIndex={0} aria-label={id}>
                <td>
                  <button type="button">{`cancel ${id}`}</button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  </>
)

let show: (ids: readonly string[]) => void
beforeEach(() => {
  const { rerender } = render(slot(['a', 'b', 'c']))
  show = (ids) => rerender(slot(ids))
})

const focusOn = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.getAttribute('data-kind')
const settled = () => Promise.resolve()

it('moves the focus to the row that replaces the removed one, or to the previous row after the last', async () => {
  screen.getByText('cancel b').focus()
  show(['a', 'c'])
  await settled()
  expect(focusOn()).toBe('c')
  show(['a'])
  await settled()
  expect(focusOn()).toBe('a')
})

it('moves the focus to the slot when no row is left', async () => {
  screen.getByRole('row', { name: 'b' }).focus()
  show([])
  await settled()
  expect(focusOn()).toBe('orders')
})

it('keeps the focus when it is elsewhere', async () => {
  const other = screen.getByText('elsewhere')
  other.focus()
  show(['a', 'c'])
  await settled()
  expect(document.activeElement).toBe(other)
})
