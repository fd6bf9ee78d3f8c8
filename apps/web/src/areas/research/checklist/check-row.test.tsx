import { defined } from '@aerie/core/defined'
import { FIRST_CHECKS } from '@aerie/wire/workspace/workspace'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useReorder } from '../reorder/use-reorder.ts'
import { CheckRow } from './checklist-slot.tsx'

afterEach(cleanup)

function Rows() {
  const [checks, setChecks] = useState(FIRST_CHECKS.slice(0, 3))
  const reorder = useReorder<HTMLUListElement>(() => undefined)
  return (
    <ul ref={reorder.list}>
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
    await Promise.resolve()
    expect(document.activeElement).toBe(removes[next])
  }
})
