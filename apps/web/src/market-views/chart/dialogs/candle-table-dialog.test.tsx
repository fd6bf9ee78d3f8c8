import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { CandleTableDialog } from './chart-dialogs.tsx'

it('leads from the table of candles to the lesson that explains them', () => {
  render(
    <MemoryRouter>
      <CandleTableDialog title="Candles of BTC" bars={[]} interval="1h" onClose={() => undefined} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('dialog', { name: 'Candles of BTC' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Learn: Candles' }).getAttribute('href')).toBe('/claw/learn?lesson=candles')
})
