import type { ForecastWarming } from '@aerie/wire/market/forecasts'
import { Moment } from '../../ui/moment.tsx'

export const WaitingText = ({ waiting }: { readonly waiting: ForecastWarming }) => (
  <span role="status">
    {waiting.detail} <span className="text-ink-2">{'Waiting since '}</span>
    <Moment at={waiting.since} />. It appears here automatically.
  </span>
)
