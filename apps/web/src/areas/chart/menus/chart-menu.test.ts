import { expect, it, vi } from 'vitest'
import { menuItems } from './chart-context-menu.tsx'

const line = { id: 'a', kind: 'horizontal' as const, points: [{ price: 5 }], locked: false }
const commands = () => ({
  selected: null,
  onSave: vi.fn<(drawing: object) => void>(),
  onAlert: vi.fn<(price: number) => void>(),
  onStyle: vi.fn<() => void>(),
  onRemove: vi.fn<(id: string) => void>(),
  onReset: vi.fn<() => void>(),
  onIndicators: vi.fn<() => void>(),
  onSnapshot: vi.fn<() => void>(),
})
const labels = (...given: Parameters<typeof menuItems>) => menuItems(...given).map(({ label }) => label)

it('offers lines and the price at the pointer, and the chart actions', () => {
  const given = commands()
  const items = menuItems({ time: 9, price: 1234.5 }, given)
  expect(items.map(({ label }) => label)).toEqual([
    'Copy price 1,234.50',
    'Alert at 1,234.50…',
    'Horizontal line at 1,234.50',
    'Vertical line here',
    'Reset view',
    'Indicators…',
    'Save as PNG',
  ])
  for (const id of ['alert', 'horizontal', 'vertical']) items.find((item) => item.id === id)?.onSelect?.()
  expect(given.onAlert).toHaveBeenCalledExactlyOnceWith(1234.5)
  expect(given.onSave.mock.calls.flat()).toMatchObject([
    { kind: 'horizontal', points: [{ price: 1234.5 }] },
    { kind: 'vertical', points: [{ time: 9 }] },
  ])
})

it('offers the actions of the selected drawing, and does not delete a locked one', () => {
  expect(labels(null, { ...commands(), selected: line })).toEqual([
    'Style of Horizontal line 5.000…',
    'Lock',
    'Delete',
    'Reset view',
    'Indicators…',
    'Save as PNG',
  ])
  expect(labels(null, { ...commands(), selected: { ...line, locked: true } })).not.toContain('Delete')
})
