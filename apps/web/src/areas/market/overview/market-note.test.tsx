import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setLink, useMarketState } from '../../../platform/live/market/market-status.ts'
import { testStatus } from '../../../platform/live/test/market.ts'
import { MarketNote } from './market-note.tsx'

beforeEach(() => useMarketState.setState({ link: 'connecting', status: null, clock: null, isSilent: false }))
afterEach(cleanup)

describe('the note below market figures', () => {
  it('names their source before the server has sent its status', () => {
    render(<MarketNote source="sim" asOf={null} />)
    expect(screen.getByText('Simulated market, not real prices')).toBeDefined()
  })

  it('shows that they are stale when the connection is lost before the server has sent its status', () => {
    render(<MarketNote source="sim" asOf={null} />)
    act(() => setLink('offline'))
    expect(screen.getByText('Stale. Connection lost; prices are the last known ones. Simulated market, not real prices')).toBeDefined()
  })

  it("shows the server's explanation of stale prices", () => {
    useMarketState.setState({ status: testStatus({ badge: 'STALE', detail: 'The exchange is silent.' }) })
    render(<MarketNote source="live" asOf={null} />)
    expect(screen.getByText('Stale. The exchange is silent.')).toBeDefined()
  })
})
