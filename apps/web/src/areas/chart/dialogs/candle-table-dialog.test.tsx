import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { CandleTableDialog } from './chart-dialogs.tsx'

it('links from the candle table to the lesson that explains it', () => {
  render(
    <MemoryRouter>
      <CandleTableDialog title="Candles of BTC" bars={[]} interval="1h" onClose={() => undefined} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('dialog', { name: 'Candles of BTC' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Learn: Candles' }).getAttribute('href')).toBe('/claw/learn?lesson=candles')
})
