import { act, cleanup, render } from '@testing-library/react'
import { useLocation, useNavigate } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { BrowserRouter, MOVED } from './browser-router.tsx'

afterEach(cleanup)

const heard: string[] = []
let goTo: ReturnType<typeof useNavigate>
function Place() {
  const { search } = useLocation()
  goTo = useNavigate()
  heard.push(`drawn ${search}`)
  return null
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
