import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changeTicket, fillTicket, turnTicket, useTicket } from '../../trading/ticket/ticket-draft.ts'
import { TicketBar } from './ticket-bar.tsx'

function Phone() {
  const [isOpen, setOpen] = useState(false)
  return <TicketBar symbol="BTC" isOpen={isOpen} onOpen={() => setOpen(true)} onClose={() => setOpen(false)} />
}
const isOpen = () => screen.queryByRole('button', { name: 'Close the ticket' }) !== null

beforeEach(() => {
  useTicket.setState(useTicket.getInitialState(), true)
  turnTicket('BTC')
})

afterEach(cleanup)

it('opens the ticket on the side pressed, moves the focus to its close button and back', () => {
  render(<Phone />)
  expect(document.activeElement).toBe(document.body)
  fireEvent.click(screen.getByRole('button', { name: 'Sell BTC' }))
  expect([isOpen(), useTicket.getState().draft.side]).toEqual([true, 'sell'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close the ticket' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close the ticket' }))
  expect([isOpen(), document.activeElement?.textContent]).toEqual([false, 'Buy BTC'])
})

it('opens the ticket when a chart or a book fills it in, and not when it only changes', () => {
  render(<Phone />)
  act(() => changeTicket({ leverage: '5' }))
  expect(isOpen()).toBe(false)
  act(() => changeTicket({ price: '60000' }))
  expect(isOpen()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Close the ticket' }))
  act(() => fillTicket('BTC', { type: 'stop', trigger: '59000' }, 'the chart'))
  expect(isOpen()).toBe(true)
})

it('opens a ticket that was filled in before the screen', () => {
  fillTicket('BTC', { amount: '1' }, 'Agent EagleEye')
  render(<Phone />)
  expect(isOpen()).toBe(true)
})

it('starts with a market order, which needs no price', () => expect(useTicket.getState().draft.type).toBe('market'))
