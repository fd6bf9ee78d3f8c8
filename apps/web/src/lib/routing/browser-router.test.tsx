import { act, cleanup, render, screen } from '@testing-library/react'
import { useLocation, useNavigate } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { BrowserRouter, MOVED } from './browser-router.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const heard: string[] = []
let goTo: ReturnType<typeof useNavigate>
let onPress: () => void
function Place() {
  const { search } = useLocation()
  goTo = useNavigate()
  heard.push(`drawn ${search}`)
  return <button type="button" onClick={() => onPress()} />
}

it('tells the window of a new address before anything of it is drawn', async () => {
  const told = () => heard.push(`told ${location.search}`)
  addEventListener(MOVED, told)
  render(
    <BrowserRouter>
      <Place />
    </BrowserRouter>,
  )
  heard.length = 0
  await act(async () => void goTo('?interval=4h', { replace: true }))
  expect(heard).toEqual(['told ?interval=4h', 'drawn ?interval=4h'])
  removeEventListener(MOVED, told)
})

it('draws a choice on the same page with the press, and leaves another page time to load', async () => {
  render(
    <BrowserRouter>
      <Place />
    </BrowserRouter>,
  )
  const drawnWithPress = async (go: () => void): Promise<readonly string[]> => {
    heard.length = 0
    onPress = go
    // As in a browser, where nobody waits for React.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    screen.getByRole('button').click()
    await Promise.resolve()
    const drawn = [...heard]
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    await act(async () => undefined)
    return drawn
  }
  expect(await drawnWithPress(() => void goTo('?interval=1d', { replace: true }))).toEqual(['drawn ?interval=1d'])
  expect(await drawnWithPress(() => void goTo('/ipc/BTC?hours=6'))).toEqual([])
  expect(await drawnWithPress(() => void goTo('/currencies/BTC?hours=7', { replace: true }))).toEqual([])
})
