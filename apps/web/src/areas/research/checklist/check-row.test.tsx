import { defined } from '@aerie/core/defined'
import { FIRST_CHECKS } from '@aerie/wire/workspace/workspace'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { returnLostFocus } from '../../../ui/focus-when-gone.ts'
import { useReorder } from '../reorder/use-reorder.ts'
import { CheckRow } from './checklist-slot.tsx'

beforeEach(() => returnLostFocus(document))
afterEach(cleanup)

function Rows() {
  const [checks, setChecks] = useState(FIRST_CHECKS.slice(0, 3))
  const reorder = useReorder<HTMLUListElement>(() => undefined)
  return (
    <ul ref={reorder.list} data-kind="checklist">
      {checks.map((item, index) => (
        <CheckRow
          key={item.id}
          item={item}
          tickedAt={null}
          place={reorder.row(index)}
          handle={reorder.handle(index)}
          onMoveKey={() => false}
          onTick={() => undefined}
          onRename={() => undefined}
          onRemove={() => setChecks(checks.filter(({ id }) => id !== item.id))}
        />
      ))}
    </ul>
  )
}

it('focuses the same button of the next item when one is removed', async () => {
  render(<Rows />)
  const removes = screen.getAllByRole('button', { name: 'Remove' })
  for (const [pressed, next] of [
    [1, 2],
    [2, 0],
  ] as const) {
    removes[pressed]?.focus()
    fireEvent.click(defined(removes[pressed]))
    await vi.waitFor(() => expect(document.activeElement).toBe(removes[next]))
  }
})

it.each(['Enter', 'Escape'])('focuses the edit button again after %s in the text field', async (key) => {
  render(<Rows />)
  const edit = defined(screen.getAllByRole('button', { name: 'Edit item' })[1])
  fireEvent.click(edit)
  const field = screen.getByRole('textbox', { name: 'Item text' })
  field.focus()
  fireEvent.keyDown(field, { key })
  await vi.waitFor(() => expect(document.activeElement).toBe(edit))
})
