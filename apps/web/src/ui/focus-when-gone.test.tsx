import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { focusWhenGone } from './focus-when-gone.ts'

afterEach(cleanup)

function List() {
  const [names, setNames] = useState(['one', 'two', 'three'])
  return (
    <dialog open>
      <button type="button">Close</button>
      <ul>
        {names.map((name) => (
          <li key={name} ref={focusWhenGone}>
            <button type="button">{name}</button>
            <button type="button" onClick={() => setNames(names.filter((each) => each !== name))}>
              Delete {name}
            </button>
          </li>
        ))}
      </ul>
    </dialog>
  )
}

async function press(name: string): Promise<string | null | undefined> {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
  await Promise.resolve()
  return document.activeElement?.textContent
}

it('moves the focus to the same button of the entry that follows, and finally to the first of the dialog', async () => {
  render(<List />)
  expect(await press('Delete two')).toBe('Delete three')
  expect(await press('Delete three')).toBe('Delete one')
  expect(await press('Delete one')).toBe('Close')
})

it('keeps the focus when another entry is removed', async () => {
  render(<List />)
  const one = screen.getByRole('button', { name: 'one' })
  one.focus()
  fireEvent.click(screen.getByRole('button', { name: 'Delete two' }))
  await Promise.resolve()
  expect(document.activeElement).toBe(one)
})

function Slot() {
  const [isSet, setIt] = useState(true)
  const [names, setNames] = useState(['one'])
  return (
    <div data-kind="checklist" tabIndex={-1}>
      <div>
        <span>
          <button type="button">Clear</button>
        </span>
        {isSet && (
          <span>
            <button type="button" ref={focusWhenGone} onClick={() => setIt(false)}>
              Reset
            </button>
          </span>
        )}
      </div>
      <div>
        {names.map((name) => (
          <p key={name} ref={focusWhenGone}>
            <button type="button" onClick={() => setNames([])}>
              Delete {name}
            </button>
          </p>
        ))}
      </div>
    </div>
  )
}

it('moves the focus to the sibling of a button removed together with its container', async () => {
  render(<Slot />)
  expect(await press('Reset')).toBe('Clear')
})

it('moves the focus to the slot when its last entry is removed', async () => {
  render(<Slot />)
  await press('Delete one')
  expect(document.activeElement?.getAttribute('data-kind')).toBe('checklist')
})
