import { known } from '@aerie/core/known'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type BookLevel, DepthLadder, type LevelExtras } from './depth-ladder.tsx'
import { depthSides } from './depth-sides.ts'

afterEach(cleanup)

const levels = (side: 1 | -1) => Array.from({ length: 30 }, (_, index) => [100 + side * (index + 1), 2] as const)
const show = (extras: LevelExtras = {}, step: number | null = null) =>
  render(
    <DepthLadder
      symbol="BTC"
      quote="USD"
      sides={depthSides(
        { bids: levels(-1).map(([price, size]) => [price, size]), asks: levels(1).map(([price, size]) => [price, size]) },
        step,
      )}
      step={step}
      spread={known({ width: 2, middle: 100, basisPoints: 200 })}
      priceText={String}
      {...extras}
    />,
  )
const rows = () => within(screen.getByRole('table')).getAllByRole('row')

it('has as many levels above the spread as below it', () => {
  show()
  const texts = rows().map(({ textContent }) => textContent)
  const spread = texts.findIndex((text) => text.startsWith('Spread'))
  // The head is a row too.
  expect([spread - 1, texts.length - 1 - spread]).toEqual([10, 10])
})

it('says which level was pressed, and how far it reaches', () => {
  const onPick = vi.fn<(level: BookLevel) => void>()
  show({ onPick }, 5)
  fireEvent.click(screen.getByRole('button', { name: '95' }))
  expect(onPick.mock.calls).toEqual([[{ side: 'bid', price: 95, step: 5 }]])
})

it('draws what a screen marks on a level', () => {
  show({ renderMark: ({ side, price }) => side === 'ask' && price === 103 && <b>own order</b> })
  expect(screen.getByText('own order').closest('tr')?.textContent).toContain('103')
})
