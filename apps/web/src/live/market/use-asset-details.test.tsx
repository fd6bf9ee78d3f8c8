import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reset } from './quotes.ts'
import { testDetails } from './test-market.ts'
import { useAssetDetails } from './use-asset-details.ts'

let isAway: boolean
beforeEach(() => {
  isAway = false
  vi.stubGlobal('fetch', async (path: string) => {
    if (isAway) throw new TypeError('away')
    return Response.json({ data: testDetails(path.split('/').at(-1) ?? '') })
  })
})
afterEach(() => {
  cleanup()
  reset('sim')
  vi.unstubAllGlobals()
})

const of = (symbol: string) =>
  renderHook(({ coin }: { readonly coin: string }) => useAssetDetails(coin), { initialProps: { coin: symbol } })

it('says that the next coin could not be read, though the one before was', async () => {
  const { result, rerender } = of('BTC')
  await waitFor(() => expect(result.current.state.kind).toBe('loaded'))
  isAway = true
  rerender({ coin: 'ETH' })
  expect(result.current.state.kind).toBe('loading')
  await waitFor(() => expect(result.current.state.kind).toBe('failed'))
})

it('says nothing of the coin before while the next one is read, and reads again when asked', async () => {
  isAway = true
  const { result, rerender } = of('BTC')
  await waitFor(() => expect(result.current.state.kind).toBe('failed'))
  rerender({ coin: 'ETH' })
  expect(result.current.state.kind).toBe('loading')
  await waitFor(() => expect(result.current.state.kind).toBe('failed'))
  isAway = false
  act(() => result.current.retry())
  await waitFor(() => expect(result.current.state).toMatchObject({ kind: 'loaded', details: { ticker: 'ETH' } }))
})
