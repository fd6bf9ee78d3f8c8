import { useHours } from '../../market-views/forecast/hours-param.ts'
import { PredictionCard } from '../../market-views/forecast/prediction-card.tsx'

/** The prediction at the horizon of the address. */
export function CoinPrediction({ symbol }: { readonly symbol: string }) {
  const [hours, setHours] = useHours()
  return <PredictionCard symbol={symbol} hours={hours} onHoursChange={setHours} className="p-3" />
}
