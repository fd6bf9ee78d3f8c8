import '../../../test/no-messages.ts'
import '../../../test/no-live-socket.ts'
import { defined } from '@aerie/core/defined'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { termsOf } from '../trading/account/exact.ts'
import { testFill, testInstrument } from '../trading/test/account.ts'
import { FillEvidence } from './fills/fills-table.tsx'
import { TicketForm } from './ticket/ticket-form.tsx'

afterEach(cleanup)

const showTicket = (book: 'simulated' | 'synthetic') => {
  const instrument = { ...testInstrument(), book }
  const terms = defined(termsOf(instrument))
  render(
    <MemoryRouter>
      <TicketForm instrument={instrument} terms={terms} />
    </MemoryRouter>,
  )
}

it('labels only a book built from candles as such in the ticket', () => {
  showTicket('simulated')
  expect(screen.queryByText('Synthetic book')).toBeNull()
  cleanup()
  showTicket('synthetic')
  expect(screen.getByText('Synthetic book')).toBeTruthy()
})

it('identifies the book of a fill by our own count alone when the source sent no number', () => {
  const fill = testFill(4)
  render(<FillEvidence fill={{ ...fill, evidence: { ...fill.evidence, venue_book: null } }} />)
  expect(screen.getByText('Took 3 levels of book 812, best first.')).toBeTruthy()
})
