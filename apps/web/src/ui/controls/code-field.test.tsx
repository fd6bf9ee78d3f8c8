import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CodeField } from './code-field.tsx'

const onComplete = vi.fn<(code: string) => void>()
beforeEach(() => onComplete.mockReset())
afterEach(cleanup)

function Field() {
  const [value, setValue] = useState('')
  return <CodeField label="Code" value={value} onChange={setValue} onComplete={onComplete} />
}
const show = () => {
  render(<Field />)
  return screen.getByLabelText<HTMLInputElement>('Code')
}

it.each([' 123-456 7', '１２３４５６', '١٢٣٤٥٦', '۱۲۳ ۴۵۶', 'Your code is 123456.', '\u200e123\u00a0456'])(
  'accepts %j as the code, and completes once',
  (pasted) => {
    const field = show()
    fireEvent.change(field, { target: { value: pasted } })
    expect(field.value).toBe('123456')
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456')
  },
)

it('supports system autofill, and shows a numeric keyboard', () => {
  const field = show()
  expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
})

it('keeps the text of an input method unchanged until it is accepted', () => {
  const field = show()
  const compose = (value: string) => {
    fireEvent.compositionUpdate(field)
    field.value = value
    fireEvent(field, new InputEvent('input', { bubbles: true, isComposing: true }))
  }
  fireEvent.compositionStart(field)
  compose('１２３')
  compose('１２３４５６')
  expect([field.value, onComplete.mock.calls]).toEqual(['１２３４５６', []])
  fireEvent.compositionEnd(field)
  expect(field.value).toBe('123456')
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456')
})
