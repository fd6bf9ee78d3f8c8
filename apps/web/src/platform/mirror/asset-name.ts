import { useAssetsList } from '../live/market/assets-list.ts'

export function assetName(symbol: string): string {
  const { list } = useAssetsList.getState()
  const row = list.kind === 'loaded' ? list.page.data.find((each) => each.symbol === symbol) : undefined
  return row?.name ?? symbol
}
