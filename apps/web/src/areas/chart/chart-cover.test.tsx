import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ChartCover } from './chart-workspace.tsx'
import { missingTimeframes } from './timeframes.ts'

const useMissing = vi.hoisted(() => vi.fn<() => ReadonlyMap<string, string>>())
vi.mock('./timeframes.ts', async (original) => ({
  ...(await original<typeof import('./timeframes.ts')>()),
  useMissingTimeframes: useMissing,
}))

afterEach(cleanup)

const cover = (missing: ReturnType<typeof missingTimeframes>) => {
  const onInterval = vi.fn<(interval: string) => void>()
  const rest = { symbol: 'ADA', interval: '5m', feed: { kind: 'empty' }, onRetry: vi.fn<() => void>() } as const
  useMissing.mockReturnValue(missing)
  render(<ChartCover {...rest} onInterval={onInterval} />)
  return onInterval
}

it('explains why a timeframe is empty, and links to one with candles', () => {
  const onInterval = cover(missingTimeframes('ADA', { '1m': false, '1h': true }))
  expect(screen.getByRole('heading').textContent).toBe('No 5m candles')
  expect(screen.getByText(/no minute candles of ADA/)).not.toBeNull()
  screen.getByRole('button', { name: 'Show 1h' }).click()
  expect(onInterval).toHaveBeenCalledWith('1h')
})

it('suggests no timeframe when none has candles', () => {
  cover(missingTimeframes('ADA', { '1m': false, '1h': false }))
  expect(screen.getByRole('heading').textContent).toBe('No candles yet')
  expect(screen.queryByRole('button')).toBeNull()
})
