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

it('proposes a limit and a stop at the price, each on the side where it would wait, where orders can be entered', () => {
  const onPropose = vi.fn<(order: object) => void>()
  const given = { ...commands(), onPropose }
  expect(labels({ time: 9, price: 90 }, given, 100).slice(0, 2)).toEqual(['Buy limit at 90.00…', 'Sell stop at 90.00…'])
  const above = menuItems({ time: 9, price: 110 }, given, 100)
  expect(above.slice(0, 2).map(({ label }) => label)).toEqual(['Sell limit at 110.00…', 'Buy stop at 110.00…'])
  above[1]?.onSelect?.()
  expect(onPropose).toHaveBeenCalledExactlyOnceWith({ side: 'buy', type: 'stop', price: 110 })
  expect(labels({ time: 9, price: 90 }, given, null)[0]).toBe('Copy price 90.00')
  expect(labels({ time: 9, price: 90 }, commands(), 100)[0]).toBe('Copy price 90.00')
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
