import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useIsSoleHost } from './sole-host.ts'

afterEach(cleanup)

function Place({
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

it('is the first place of several, and the next one once that has gone', () => {
  const first = render(<Place name="list" />)
  render(<Place name="second list" />)
  expect(shown()).toEqual(['list'])
  first.unmount()
  expect(shown()).toEqual(['second list'])
})

it('is the preferred place as soon as it is there, and not for something else', () => {
  render(<Place name="list" />)
  const chart = render(<Place name="chart" isPreferred />)
  render(<Place name="another thing" what="question" />)
  expect(shown()).toEqual(['chart', 'another thing'])
  chart.unmount()
  expect(shown()).toEqual(['list', 'another thing'])
})
