import { defined } from '@aerie/core/defined'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { ScreenFilter } from './screen-options.ts'
import { ScreenChips } from './screener-slot.tsx'

afterEach(cleanup)

function Chips() {
  const [filter, setFilter] = useState<ScreenFilter>({ bounds: { price: { min: 1 }, volume: { min: 2 } }, industries: ['MEME'] })
  return <ScreenChips filter={filter} onFilter={setFilter} />
}

it('focuses the next condition when one is removed', async () => {
  render(<Chips />)
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  for (const next of [names[1], names[2]]) {
    const first = defined(screen.getAllByRole('button')[0])
    first.focus()
    fireEvent.click(first)
    await Promise.resolve()
    expect(document.activeElement?.textContent).toBe(next)
  }
})
