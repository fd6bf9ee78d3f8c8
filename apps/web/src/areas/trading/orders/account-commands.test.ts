import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { expect, it, vi } from 'vitest'
import { setLink } from '../../../platform/live/market/market-status.ts'
import { viewOf } from '../account/account-view.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { useTradingState } from '../account/trading-state.ts'
import { testAccount } from '../test/account.ts'
import { cancelAll } from './account-commands.ts'

vi.mock(import('../../../platform/toasts/toast.ts'), async (original) => ({ ...(await original()), notify: () => undefined }))

it('cancels the orders of one coin or of all, even while another cancel is pending', async () => {
  setLink('socket')
  useTradingState.setState({ view: viewOf({ account: testAccount(), orders: [], positions: [], fills: [] }), error: null })
  const answer = Promise.withResolvers<{ readonly canceled: TradingOrder[] }>()
  const sent = vi.spyOn(tradingCalls, 'cancelAll').mockReturnValue(answer.promise)
  const runs = ['BTC', 'ETH', undefined, 'BTC', undefined].map((symbol) => cancelAll(symbol))
  expect(sent.mock.calls).toEqual([['BTC'], ['ETH'], [undefined]])
  answer.resolve({ canceled: [] })
  await Promise.all(runs)
})
