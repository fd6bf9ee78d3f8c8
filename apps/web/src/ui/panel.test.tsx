import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Area, WithinNamedRegion } from './panel.tsx'

afterEach(cleanup)

it('is a landmark on a page', () => {
  render(<Area aria-label="Trades of BTC">trades</Area>)
  expect(screen.getByRole('region', { name: 'Trades of BTC' }).textContent).toBe('trades')
})

it('is a group within a named region, where another group may have the same name', () => {
  render(
    <section aria-label="Trades BTC (2)">
      <WithinNamedRegion>
        <Area aria-label="Trades of BTC">trades</Area>
      </WithinNamedRegion>
    </section>,
  )
  expect(screen.getByRole('group', { name: 'Trades of BTC' }).textContent).toBe('trades')
  expect(screen.getAllByRole('region')).toHaveLength(1)
})
