import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ChosenIndicator } from './indicator-dialog.tsx'

afterEach(cleanup)

let parameters: readonly number[]
function Averages() {
  const [item, setItem] = useState({ name: 'MA', parameters: [20, 50, 100] })
  parameters = item.parameters
  return (
    <ul>
      <ChosenIndicator
        item={item}
        looks={[]}
        hasFocus={false}
        onChange={(next) => setItem({ name: next.name, parameters: [...(next.parameters ?? [])] })}
        onRemove={() => undefined}
      />
    </ul>
  )
}
const field = (place: number) => screen.getByLabelText<HTMLInputElement>(`Length ${place}`)

it('applies a length on Enter and keeps the focus in its field', () => {
  render(<Averages />)
  const first = field(1)
  first.focus()
  fireEvent.change(first, { target: { value: '30' } })
  fireEvent.keyDown(first, { key: 'Enter' })
  expect(parameters).toEqual([30, 50, 100])
  expect(document.activeElement).toBe(field(1))
})

it('shows the correct length in each field after a line is removed', () => {
  render(<Averages />)
  fireEvent.click(screen.getByRole('button', { name: 'Remove SMA 50' }))
  expect(parameters).toEqual([20, 100])
  expect([field(1).value, field(2).value]).toEqual(['20', '100'])
})
