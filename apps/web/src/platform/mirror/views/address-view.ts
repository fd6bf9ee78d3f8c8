import { INTERVALS } from '@aerie/core/market/candle'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useAssetsList } from '../../live/market/assets-list.ts'
import { type ChannelView, changeChannel, useViewState } from './view-state.ts'

const SYMBOL = /^[A-Z0-9]{1,12}$/

/** Coin and timeframe of /currencies and /ipc, the open coin of Home; otherwise empty. */
export function addressView(
  pathname: string,
  search: string,
): Partial<Pick<ChannelView, 'interval' | 'hours'>> & { readonly symbol?: string } {
  const params = new URLSearchParams(search)
  const [, coin] = /^\/(?:currencies|ipc)\/([^/]+)\/?$/.exec(pathname) ?? []
  const named = coin ?? (pathname === '/' ? params.get('asset') : null)
  const symbol = named?.toUpperCase() ?? ''
  if (!SYMBOL.test(symbol) || (coin !== undefined && !SUPPORTED_SYMBOLS.some((each) => each === symbol))) return {}
  const interval = INTERVALS.find((each) => each === params.get('interval'))
  const hours = Number(params.get('hours') ?? Number.NaN)
  return {
    symbol,
    ...(interval === undefined ? {} : { interval }),
    ...(Number.isInteger(hours) && hours >= 1 && hours <= 24 ? { hours } : {}),
  }
}

export function followAddress(pathname: string, search: string): void {
  const { symbol, interval, hours } = addressView(pathname, search)
  const now = useViewState.getState().channels[1]
  const change = {
    ...(symbol === undefined || symbol === now.instrument.symbol ? {} : { instrument: { symbol, label: assetName(symbol) } }),
    ...(interval === undefined || interval === now.interval ? {} : { interval }),
    ...(hours === undefined || hours === now.hours ? {} : { hours }),
  }
  if (Object.keys(change).length > 0) changeChannel(1, change)
}

function assetName(symbol: string): string {
  const { list } = useAssetsList.getState()
  const row = list.kind === 'loaded' ? list.page.data.find((each) => each.symbol === symbol) : undefined
  return row?.name ?? symbol
}
