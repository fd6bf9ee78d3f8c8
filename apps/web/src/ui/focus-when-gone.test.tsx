import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { returnLostFocus } from './focus-when-gone.ts'

beforeEach(() => returnLostFocus(document))
afterEach(cleanup)

function List() {
  const [names, setNames] = useState(['one', 'two', 'three'])
  return (
    <dialog open>
      <button type="button">Close</button>
      <ul>
        {names.map((name) => (
          <li key={name}>
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

const focusedText = () => document.activeElement?.textContent
async function press(name: string): Promise<string | null | undefined> {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
  await new Promise((resolve) => setTimeout(resolve))
  return focusedText()
}

it('moves the focus to the same button of the entry that follows, and finally to the first of the dialog', async () => {
  render(<List />)
  expect(await press('Delete two')).toBe('Delete three')
  expect(await press('Delete three')).toBe('Delete one')
  expect(await press('Delete one')).toBe('Close')
})

it('keeps the focus when another entry is removed', async () => {
  render(<List />)
  screen.getByRole('button', { name: 'one' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Delete two' }))
  await new Promise((resolve) => setTimeout(resolve))
  expect(focusedText()).toBe('one')
})

const Page = ({ children }: { readonly children: ReactNode }) => (
  <>
    <button type="button">in the header</button>
    <main data-focus-target="" tabIndex={-1}>
      <div>{children}</div>
    </main>
  </>
)

function Switched({ first, then }: { readonly first: (go: () => void) => ReactNode; readonly then: ReactNode }) {
  const [isGone, setGone] = useState(false)
  return isGone ? then : first(() => setGone(true))
}

it('moves the focus to the control before one that is removed alone, else to the one after it', async () => {
  render(
    <Page>
      <p>
        <button type="button">Before</button>
      </p>
      <p>
        <Switched
          first={(go) => (
            <button type="button" onClick={go}>
              Export
            </button>
          )}
          then="Exported."
        />
      </p>
      <p>
        <button type="button">After</button>
      </p>
    </Page>,
  )
  expect(await press('Export')).toBe('Before')
})

it('moves the focus to the part shown instead of the one that held it', async () => {
  render(
    <Page>
      <button type="button">Before</button>
      <Switched
        first={(go) => (
          <section>
            <button type="button" onClick={go}>
              All leaders
            </button>
          </section>
        )}
        then={
          <ul>
            <li>
              <button type="button">Leader one</button>
            </li>
          </ul>
        }
      />
    </Page>,
  )
  expect(await press('All leaders')).toBe('Leader one')
})

function Pager() {
  const [page, setPage] = useState(1)
  return (
    <nav>
      <button type="button" disabled={page === 1} onClick={() => setPage(1)}>
        Prev
      </button>
      <button type="button" disabled={page === 2} onClick={() => setPage(2)}>
        Next
      </button>
    </nav>
  )
}

it('moves the focus of a button that becomes disabled to its neighbour', async () => {
  render(
    <Page>
      <Pager />
    </Page>,
  )
  expect(await press('Next')).toBe('Prev')
  expect(await press('Prev')).toBe('Next')
})

it('moves the focus to the page when nothing in it takes it', async () => {
  render(
    <Page>
      <Switched
        first={(go) => (
          <button type="button" onClick={go}>
            Remove
          </button>
        )}
        then="Nothing left."
      />
    </Page>,
  )
  await press('Remove')
  expect(document.activeElement?.tagName).toBe('MAIN')
})

it('leaves the focus where the action itself moved it', async () => {
  render(
    <Page>
      <button type="button">Before</button>
      <Switched
        first={(go) => (
          <button
            type="button"
            onClick={() => {
              screen.getByText('in the header').focus()
              go()
            }}
          >
            Remove
          </button>
        )}
        then={null}
      />
    </Page>,
  )
  expect(await press('Remove')).toBe('in the header')
})

it('leaves a focus that the user gave up before the control was removed', async () => {
  render(<List />)
  const one = screen.getByRole('button', { name: 'one' })
  one.focus()
  one.blur()
  await Promise.resolve()
  fireEvent.click(screen.getByRole('button', { name: 'Delete one' }))
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(document.body)
})

describe('a row', () => {
  function show(rowTabIndex?: number) {
    const slot = (ids: readonly string[]) => (
      <>
        <button type="button">elsewhere</button>
        <div data-kind="orders" tabIndex={-1}>
          <button type="button">Cancel all</button>
          {ids.length > 0 && (
            <table>
              <tbody>
                {ids.map((id) => (
                  <tr key={id} data-focus-row="" tabIndex={rowTabIndex} aria-label={id}>
                    <td>
                      <button type="button">{`show ${id}`}</button>
                      <button type="button">{`cancel ${id}`}</button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      </>
    )
    const { rerender } = render(slot(['a', 'b', 'c']))
    return async (ids: readonly string[]) => {
      rerender(slot(ids))
      await new Promise((resolve) => setTimeout(resolve))
      const { activeElement: focused } = document
      return focused?.getAttribute('aria-label') ?? focused?.getAttribute('data-kind') ?? focused?.textContent
    }
  }

  it('passes the focus to the row in its place, or to the last one, and never to a button that does the same', async () => {
    const left = show(0)
    screen.getByText('cancel b').focus()
    expect(await left(['a', 'c'])).toBe('c')
    expect(await left(['a'])).toBe('a')
  })

  it('passes it to the first control of a row that takes no focus itself', async () => {
    const left = show()
    screen.getByText('cancel b').focus()
    expect(await left(['a', 'c'])).toBe('show c')
  })

  it('passes it to the slot when no row is left', async () => {
    const left = show(0)
    screen.getByRole('row', { name: 'b' }).focus()
    expect(await left([])).toBe('orders')
  })

  it('leaves it elsewhere', async () => {
    const left = show(0)
    screen.getByText('elsewhere').focus()
    expect(await left(['a', 'c'])).toBe('elsewhere')
  })
})
