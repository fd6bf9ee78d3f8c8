import { type KeyboardEvent, useRef, useState } from 'react'
import type { Grid } from './correlation-grid.ts'
import { cellWords, coefficientText, shadeOf } from './correlation-text.ts'

type MatrixProps = { readonly grid: Grid; readonly onOpen: (a: string, b: string) => void }
type CellPosition = { readonly row: number; readonly column: number }

/** Where a key leads from a place in a square of `count`; undefined where it leads nowhere. */
function moved({ row, column }: CellPosition, key: string, count: number): CellPosition | undefined {
  const last = count - 1
  const places: Readonly<Record<string, CellPosition>> = {
    ArrowUp: { row: Math.max(0, row - 1), column },
    ArrowDown: { row: Math.min(last, row + 1), column },
    ArrowLeft: { row, column: Math.max(0, column - 1) },
    ArrowRight: { row, column: Math.min(last, column + 1) },
    Home: { row, column: 0 },
    End: { row, column: last },
    PageUp: { row: 0, column },
    PageDown: { row: last, column },
  }
  return places[key]
}

/** The heat map: colour by strength and sign, with its number in each cell. Arrows move, Enter opens a pair. */
export function CorrelationMatrix({ grid, onOpen }: MatrixProps) {
  const { symbols, cellOf } = grid
  const [at, setAt] = useState<CellPosition>({ row: 0, column: 1 })
  const root = useRef<HTMLTableElement>(null)
  const focused = { row: Math.min(at.row, symbols.length - 1), column: Math.min(at.column, symbols.length - 1) }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(focused, event.key, symbols.length)
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setAt(next)
    root.current?.querySelector<HTMLElement>(`[data-place="${next.row} ${next.column}"]`)?.focus()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of the ARIA pattern, with one stop and arrows
    <table ref={root} role="grid" aria-label="Correlation of returns" className="corr-matrix num" onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <td />
          {symbols.map((symbol) => (
            <th key={symbol} scope="col">
              {symbol}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {symbols.map((a, row) => (
          <tr key={a}>
            <th scope="row">{a}</th>
            {symbols.map((b, column) => {
              const stop = {
                'data-place': `${row} ${column}`,
                tabIndex: row === focused.row && column === focused.column ? 0 : -1,
                onFocus: () => setAt({ row, column }),
              }
              return a === b ? (
                <td key={b} {...stop} data-self>
                  1.00
                </td>
              ) : (
                <td key={b} data-shade={shadeOf(cellOf(a, b).value)}>
                  <button
                    {...stop}
                    type="button"
                    title={cellWords(a, b, cellOf(a, b))}
                    aria-label={cellWords(a, b, cellOf(a, b))}
                    onClick={() => onOpen(a, b)}
                  >
                    {coefficientText(cellOf(a, b).value)}
                  </button>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
