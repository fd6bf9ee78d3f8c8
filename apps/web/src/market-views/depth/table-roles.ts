/** Roles of the parts of a table. One that is laid out as a grid loses its meaning in some browsers unless they are said. */
export const TABLE_ROLES = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  column: { role: 'columnheader', scope: 'col' },
  rowHead: { role: 'rowheader', scope: 'row' },
} as const
