import { builtInEngine } from '@aerie/agent/engine'
import { COINS } from '@aerie/market/catalogue'
import { HISTORY_MAX_HOURS, PREDICTION_MAX_HOURS } from '@aerie/wire/market/market-data'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import type { BuiltIn } from './draft.ts'

export const catalogueEngine = (): BuiltIn =>
  builtInEngine({
    coins: COINS.map(({ symbol, name, coingeckoId }) => ({ symbol, name, slugs: [coingeckoId] })),
    predicted: PREDICTED_SYMBOLS,
    maxPredictionHours: PREDICTION_MAX_HOURS,
    maxHistoryHours: HISTORY_MAX_HOURS,
  })
