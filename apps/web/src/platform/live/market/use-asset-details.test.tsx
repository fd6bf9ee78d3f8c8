import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { testDetails } from '../test/market.ts'
import { figuresOf, reset } from './quotes.ts'
import { useAssetDetails } from './use-asset-details.ts'

let isRefused: boolean
beforeEach(() => {
  isRefused = false
  vi.stubGlobal('fetch', async (path: string) =>
    isRefused ? new Response('{}', { status: 404 }) : Response.json({ data: testDetails(path.split('/').at(-1) ?? '') }),
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  reset('sim')
  vi.unstubAllGlobals()
})

const of = (symbol: string) =>
  renderHook(({ coin }: { readonly coin: string }) => useAssetDetails(coin), { initialProps: { coin: symbol } })

it("hides the previous coin's details while the next coin's load, and refetches on request", async () => {
  const { result, rerender } = of('BTC')
  await waitFor(() => expect(result.current.data?.ticker).toBe('BTC'))
  isRefused = true
  rerender({ coin: 'ETH' })
  expect(result.current.data).toBeUndefined()
  await waitFor(() => expect(result.current.status).toBe('error'))
  isRefused = false
  await act(() => result.current.refetch())
  await waitFor(() => expect(result.current.data?.ticker).toBe('ETH'))
  expect(figuresOf('ETH')?.price).toBe(result.current.data?.price)
})
