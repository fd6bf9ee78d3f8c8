import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { onceAPress } from './trade-page.tsx'

afterEach(cleanup)

it('blocks the repeats of a held Enter key on buttons, and nothing else', () => {
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: as the page
    <div onKeyDown={onceAPress}>
      <button type="button">Close</button>
      <input aria-label="Size" />
    </div>,
  )
  // fireEvent returns false if the default action was prevented.
  const goesOn = (element: HTMLElement, key: string, repeat: boolean) => fireEvent.keyDown(element, { key, repeat })
  const [button, field] = [screen.getByRole('button'), screen.getByLabelText('Size')]
  expect([goesOn(button, 'Enter', false), goesOn(button, 'Enter', true)]).toEqual([true, false])
  expect([goesOn(button, 'ArrowDown', true), goesOn(field, 'Enter', true)]).toEqual([true, true])
})
