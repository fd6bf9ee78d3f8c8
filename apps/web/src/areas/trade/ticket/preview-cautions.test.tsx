import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { PreviewCautions } from './ticket-preview.tsx'

afterEach(cleanup)

it.each([
  ['badAloPxRejected', ['/claw/learn?lesson=order-types']],
  ['perpMarginRejected', []],
] as const)('shows why an order would be rejected, and links to the lesson when the order type is the reason: %s', (refusal, links) => {
  render(
    <MemoryRouter>
      <PreviewCautions preview={{ refusal, warnings: [] }} />
    </MemoryRouter>,
  )
  expect(screen.getByText(/order/)).toBeDefined()
  expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(links)
})
