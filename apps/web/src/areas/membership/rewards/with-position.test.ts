import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useHeld } from './with-position.tsx'

const HELD: { readonly value: bigint | undefined; readonly isHeld: boolean } = { value: 16_000n, isHeld: false }

it('follows a value, and keeps the last one while it is held', () => {
  const { result, rerender } = renderHook(({ value, isHeld }) => useHeld(value, isHeld), {
    initialProps: HELD,
  })
  expect(result.current).toBe(16_000n)
  rerender({ value: undefined, isHeld: true })
  expect(result.current).toBe(16_000n)
  rerender({ value: 5n, isHeld: false })
  expect(result.current).toBe(5n)
})
