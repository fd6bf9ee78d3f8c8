import { expect, it } from 'vitest'
import { firingText } from './alert-text.ts'

it('describes a firing with the terms of its alert, with every digit of the level', () =>
  expect(
    firingText(
      { kind: 'price', symbol: 'PEPE', direction: 'above', level: '0.0000000125', repeat: 'once', channels: ['app'] },
      { value: 12.5, sourceKind: 'sim', at: 0, seenAt: 0, isLate: false },
    ),
  ).toBe('PEPE above 0.0000000125: 12.50 (simulated market).'))
