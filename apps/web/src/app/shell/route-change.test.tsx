import { act, cleanup, render } from '@testing-library/react'
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRouteChange } from './shell.tsx'

let go: NavigateFunction
function Page() {
  go = useNavigate()
  const { isFirst } = useRouteChange()
  return (
    <main id="content" tabIndex={-1} data-first={isFirst}>
      <button type="button">a part</button>
    </main>
  )
}

beforeEach(() => void vi.stubGlobal('scrollTo', vi.fn()))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const content = () => document.getElementById('content')
async function goTo(path: string): Promise<void> {
  content()?.querySelector('button')?.focus()
  await act(async () => go(path))
}
const start = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Page />
    </MemoryRouter>,
  )

it('keeps focus and scroll position on the first page of a visit', () => {
  start('/claw')
  expect(document.activeElement).toBe(document.body)
  expect(content()?.dataset.first).toBe('true')
  expect(scrollTo).not.toHaveBeenCalled()
})

it.each([
  ['another page', '/claw/trade'],
  ['Home, whose address is the shortest', '/'],
])('focuses the content and scrolls to its top after navigating to %s', async (_name, path) => {
  start('/currencies/BTC')
  await goTo('/claw')
  await goTo(path)
  expect(document.activeElement).toBe(content())
  expect(content()?.dataset.first).toBe('false')
  expect(scrollTo).toHaveBeenCalledTimes(2)
})

it('treats another coin as the same page', async () => {
  start('/currencies/BTC')
  await goTo('/currencies/ETH')
  expect(scrollTo).not.toHaveBeenCalled()
})
