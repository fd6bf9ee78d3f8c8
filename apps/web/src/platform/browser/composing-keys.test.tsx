import { cleanup, createEvent, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ignoreComposingKeys } from './composing-keys.ts'

beforeAll(() => ignoreComposingKeys(window))
afterEach(cleanup)

const shown = () => {
  const onKeyDown = vi.fn<() => void>()
  const { container } = render(<input onKeyDown={onKeyDown} />)
  const press = (init: object) => {
    const event = createEvent.keyDown(container.querySelector('input')!, init)
    fireEvent(container.querySelector('input')!, event)
    return event.defaultPrevented
  }
  return { onKeyDown, press }
}

it.each([
  ['Chrome and Firefox, while the text is composed', { key: 'Enter', keyCode: 229, isComposing: true }],
  ['Chrome on macOS', { key: 'Enter', keyCode: 13, isComposing: true }],
  ['Safari, once the text was accepted', { key: 'Enter', keyCode: 229, isComposing: false }],
  ['the Escape that gives up a conversion', { key: 'Escape', keyCode: 229, isComposing: true }],
])('hides the key press of %s from handlers, and leaves it to the browser', (_, init) => {
  const { onKeyDown, press } = shown()
  expect(press(init)).toBe(false)
  expect(onKeyDown).not.toHaveBeenCalled()
})

it('passes every other key press through', () => {
  const { onKeyDown, press } = shown()
  press({ key: 'Enter', keyCode: 13 })
  press({ key: 'a', keyCode: 65 })
  expect(onKeyDown).toHaveBeenCalledTimes(2)
})
