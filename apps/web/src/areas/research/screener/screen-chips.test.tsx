import { defined } from '@aerie/core/defined'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { returnLostFocus } from '../../../ui/focus-when-gone.ts'
import type { ScreenFilter } from './screen-options.ts'
import { ScreenChips } from './screener-slot.tsx'

beforeEach(() => returnLostFocus(document))
afterEach(cleanup)

function Chips() {
  const [filter, setFilter] = useState<ScreenFilter>({ bounds: { price: { min: 1 }, volume: { min: 2 } }, industries: ['MEME'] })
  return (
    <div data-kind="screener">
      <ScreenChips filter={filter} onFilter={setFilter} />
    </div>
  )
}

it('focuses the next condition when one is removed', async () => {
  render(<Chips />)
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  for (const next of [names[1], names[2]]) {
    const first = defined(screen.getAllByRole('button')[0])
    first.focus()
    fireEvent.click(first)
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(next))
  }
})
