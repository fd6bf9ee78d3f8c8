import { COINS, logoPath } from '@aerie/market/catalogue'
import type { HubCoin } from './coin-state.ts'

/** The catalogue as the hub shows it. */
export const CATALOGUE_COINS: readonly HubCoin[] = COINS.map(({ symbol, name, color, industries }) => ({
  symbol,
  name,
  logo: logoPath(symbol),
  color,
  industries,
}))
