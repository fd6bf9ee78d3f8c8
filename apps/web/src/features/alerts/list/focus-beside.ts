/** Gives the focus to the alert after this row, else to the one before it: the row itself is about to go. */
export function focusBeside(row: HTMLElement | null): void {
  if (row === null) return
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>('[data-alert]') ?? [])]
  const at = rows.indexOf(row)
  const beside = rows[at + 1] ?? rows[at - 1]
  beside?.focus()
}
