import { defined } from '@aerie/core/defined'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

it('a disabled button keeps its focus and shows why', () => {
  const onClick = vi.fn<() => void>()
  render(
    <Button onClick={onClick} disabledReason="No chart for this coin yet.">
      Price Prediction
    </Button>,
  )
  const button = screen.getByRole('button')
  fireEvent.click(button)
  button.focus()
  expect(onClick).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
  expect(document.getElementById(defined(button.getAttribute('aria-describedby')))?.textContent).toBe('No chart for this coin yet.')
})

it('keeps its element and the focus when it is enabled again, and when it is disabled', () => {
  const { rerender } = render(<Button disabledReason="Nothing has changed.">Save</Button>)
  const button = screen.getByRole('button')
  button.focus()
  for (const reason of [undefined, 'Nothing has changed.']) {
    rerender(<Button disabledReason={reason}>Save</Button>)
    expect(screen.getByRole('button')).toBe(button)
    expect(document.activeElement).toBe(button)
    expect(screen.queryByRole('tooltip', { hidden: true })?.textContent).toBe(reason)
  }
})

it('a busy button runs its action once', () => {
  const onClick = vi.fn<() => void>()
  render(
    <Button busy onClick={onClick}>
      Send
    </Button>,
  )
  fireEvent.click(screen.getByRole('button'))
  expect([onClick.mock.calls.length, screen.getByRole('button').getAttribute('aria-busy')]).toEqual([0, 'true'])
})
