import { expect, it } from 'vitest'
import { dashesOf, lineLooks } from './line-looks.ts'

const colors = (chosen: Parameters<typeof lineLooks>[0]) => [...lineLooks(chosen).values()].map((looks) => looks.map(({ color }) => color))

it('assigns each line on the price a colour of its own across indicators, and starts over in a separate pane', () =>
  expect(
    colors([
      { name: 'MA', parameters: [20, 50] },
      { name: 'RSI', parameters: [14] },
      { name: 'EMA', parameters: [20] },
    ]),
  ).toEqual([[1, 2], [1], [3]]))

it('keeps the user’s styles', () => {
  const style = { color: 5, width: 3, dash: 'dashed' as const }
  expect(lineLooks([{ name: 'EMA', parameters: [20], styles: [style] }]).get('EMA(20)')).toEqual([style])
})

it('ignores unknown indicators', () => expect(lineLooks([{ name: 'NONE', parameters: [] }]).size).toBe(0))

it('scales dashes with the line width', () =>
  expect([dashesOf({ dash: 'solid', width: 2 }), dashesOf({ dash: 'dashed', width: 2 }), dashesOf({ dash: 'dotted', width: 1 })]).toEqual([
    [],
    [12, 8],
    [1, 3],
  ]))
