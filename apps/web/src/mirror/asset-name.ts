import { useAssetsList } from '../live/market/assets-list.ts'

/** What to call a coin: its name where the list on show tells it, else its symbol. */
export function assetName(symbol: string): string {
  const { list } = useAssetsList.getState()
  const row = list.kind === 'loaded' ? list.page.data.find((each) => each.symbol === symbol) : undefined
  return row?.name ?? symbol
}
