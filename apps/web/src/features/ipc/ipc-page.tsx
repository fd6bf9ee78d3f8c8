import './ipc.css'
import { Navigate, useLocation, useParams } from 'react-router'
import { AgentRecord } from '../../market-views/agent-record/agent-record.tsx'
import { isPredicted } from '../../market-views/forecast/forecast-query.ts'
import { useHours } from '../../market-views/forecast/hours-param.ts'
import { useForecast } from '../../market-views/forecast/use-forecast.ts'
import { Scorecard } from '../../market-views/scorecard/scorecard.tsx'
import { usePageTitle } from '../../navigation/page-title.ts'
import { useIsLoggedIn } from '../../session/session.ts'
import { ForecastPanel } from './forecast-panel.tsx'
import { IpcToolbar } from './ipc-toolbar.tsx'
import { NoForecast } from './no-forecast.tsx'

/** `/ipc/{currency}`: the forecast of one coin over the whole width, and how forecasts before it did. */
export function IpcPage() {
  const { currency = '' } = useParams()
  const { search } = useLocation()
  usePageTitle(`IPC · ${currency}`)
  const upper = currency.toUpperCase()
  if (currency !== upper && isPredicted(upper)) return <Navigate to={`/ipc/${upper}${search}`} replace />
  return isPredicted(currency) ? <Predicted key={currency} symbol={currency} /> : <NoForecast symbol={currency} />
}

function Predicted({ symbol }: { readonly symbol: string }) {
  const [hours, setHours] = useHours()
  const isLoggedIn = useIsLoggedIn()
  const state = useForecast(symbol, hours)
  return (
    <div className="ipc-page">
      <section aria-label="Forecast" className="ipc-screen">
        <IpcToolbar symbol={symbol} hours={hours} onHoursChange={setHours} />
        <ForecastPanel symbol={symbol} hours={hours} state={state} onHoursChange={setHours} />
      </section>
      <div className="ipc-record">
        <Scorecard symbol={symbol} hours={hours} onHoursChange={setHours} />
        {isLoggedIn && (
          <div className="border-line border-t px-4 pt-5 pb-8">
            <AgentRecord symbol={symbol} />
          </div>
        )}
      </div>
    </div>
  )
}
