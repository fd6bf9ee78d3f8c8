import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { Rail } from './rail.tsx'

afterEach(cleanup)

it.each([
  ['/', 'Home'],
  ['/claw', 'Claw'],
  ['/claw/pretrade', 'Claw'],
  ['/mirror', 'Claw'],
  ['/claw/social/one', 'Claw'],
  ['/learn', 'Claw'],
  ['/claw/trade', 'Trade'],
  ['/claw/posttrade', 'Post-trade'],
  ['/account/wallets', 'Account'],
])('marks exactly one item of the rail as current at %s: %s', (path, title) => {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Rail />
    </MemoryRouter>,
  )
  expect(screen.getAllByRole('link', { current: 'page' }).map((link) => link.getAttribute('aria-label'))).toEqual([title])
})
