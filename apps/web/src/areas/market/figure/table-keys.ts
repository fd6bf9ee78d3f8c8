/** Up, down, Home and End move by rows; right goes into a row's cells, left back to the row. @returns whether `key` was handled */
export function moveInTable(body: HTMLElement, key: string): boolean {
  const rows = [...body.querySelectorAll<HTMLElement>('[data-symbol]')]
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement)) return false
  const row = focused.closest<HTMLElement>('[data-symbol]')
  if (row === null) return false
  const at = rows.indexOf(row)
  const column = cellsOf(row).indexOf(focused)
  switch (key) {
    case 'ArrowDown':
      return focus(cellOrRow(rows[at + 1], column))
    case 'ArrowUp':
      return focus(cellOrRow(rows[at - 1], column))
    case 'Home':
      return focus(rows[0])
    case 'End':
      return focus(rows.at(-1))
    case 'ArrowRight':
      return focus(cellsOf(row)[column + 1])
    case 'ArrowLeft':
      return focus(column <= 0 ? row : cellsOf(row)[column - 1])
    default:
      return false
  }
}

const cellsOf = (row: HTMLElement): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>('td[tabindex], th[tabindex]')].filter((cell) => getComputedStyle(cell).display !== 'none')

const cellOrRow = (row: HTMLElement | undefined, column: number): HTMLElement | undefined => row && (cellsOf(row)[column] ?? row)

function focus(element: HTMLElement | undefined): boolean {
  element?.focus()
  return true
}
