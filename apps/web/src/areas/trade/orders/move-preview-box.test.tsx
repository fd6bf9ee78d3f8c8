import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useIsSoleHost } from './move-preview-box.tsx'

afterEach(cleanup)

function Host({
  name,
  what = 'box',
  isPreferred = false,
}: {
  readonly name: string
  readonly what?: string
  readonly isPreferred?: boolean
}) {
  return useIsSoleHost(what, isPreferred) ? <p>{name}</p> : null
}

const shown = () => screen.queryAllByText(/./, { selector: 'p' }).map(({ textContent }) => textContent)

it('picks the first of several hosts, and the next one once that unmounts', () => {
  const first = render(<Host name="list" />)
  render(<Host name="second list" />)
  expect(shown()).toEqual(['list'])
  first.unmount()
  expect(shown()).toEqual(['second list'])
})

it('picks the preferred host as soon as it mounts, and only for the same content', () => {
  render(<Host name="list" />)
  const chart = render(<Host name="chart" isPreferred />)
  render(<Host name="another thing" what="question" />)
  expect(shown()).toEqual(['chart', 'another thing'])
  chart.unmount()
  expect(shown()).toEqual(['list', 'another thing'])
})
