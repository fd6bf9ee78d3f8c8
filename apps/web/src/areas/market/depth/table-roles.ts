/** Explicit table roles: some browsers drop the semantics of a table with grid layout. */
export const TABLE_ROLES = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  column: { role: 'columnheader', scope: 'col' },
  rowHead: { role: 'rowheader', scope: 'row' },
} as const
