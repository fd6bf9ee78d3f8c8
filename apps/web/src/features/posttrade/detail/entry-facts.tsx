import type { TripDetail } from '@aerie/wire/journal/journal'
import { Link } from 'react-router'
import { amountFigure, DASH, exactFigure } from '../../../platform/format/figures.ts'
import { Price } from '../../../trading/account/price.tsx'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { multipleText } from '../money-text.ts'
import { exactText } from '../time-text.ts'
import { Fact, FactList, Part } from './fact-list.tsx'
import { marketSymbol } from './trip-window.ts'

/** What was known when the position was opened, fixed by a hash. */
export function EntryFacts({ trip }: { readonly trip: TripDetail }) {
  const { facts, r } = trip
  const coin = marketSymbol(trip)
  if (facts === null) {
    return (
      <Part title="At entry">
        <p className="text-12 text-ink-2">
          {r === null
            ? 'Imported trades have no recorded stop or decision, so no R.'
            : 'Imported trades have no recorded stop or decision. R is from the file.'}
        </p>
      </Part>
    )
  }
  const { stop, risk, decision_mid, forecast, alert, checklist, number, hash, previous_hash } = facts
  return (
    <Part title="At entry" trailing={<About />}>
      <FactList>
        <Fact title="Stop">{stop === null ? 'none' : <Price of={stop} symbol={coin} />}</Fact>
        <Fact title="Initial risk" hover={risk ?? undefined}>
          {risk === null ? DASH : `${amountFigure(risk)} USDC`}
        </Fact>
        <Fact title="Result">{r === null ? rReason(trip) : multipleText(r)}</Fact>
        <Fact title="Mid price at decision">
          <Price of={decision_mid} symbol={coin} />
        </Fact>
        <Fact title="First fill">
          {exactFigure(facts.size)} at <Price of={facts.entry} symbol={coin} />
        </Fact>
        <Fact title="Planned size">{exactFigure(facts.planned_size)}</Fact>
        <Fact title="Forecast shown">
          {forecast === null ? (
            'none'
          ) : (
            <Link to={`/ipc/${trip.symbol}?hours=${forecast.hours}`} className="underline underline-offset-2" title={forecast.hash}>
              {`${forecast.hours} hours, made ${exactText(Date.parse(forecast.issued_at))}`}
            </Link>
          )}
        </Fact>
        <Fact title="Alert" hover={alert?.text}>
          {alert === null ? 'none named' : `${alert.text} (${exactText(Date.parse(alert.at))})`}
        </Fact>
        <Fact title="Checklist">{checklist === null ? 'none' : `${checklist.done} of ${checklist.items} ticked`}</Fact>
      </FactList>
      <p className="num trip-hash">{`Record ${number} · SHA-256 ${hash}`}</p>
      <p className="num trip-hash">{`After ${previous_hash}`}</p>
    </Part>
  )
}

/** Why there is no R. */
function rReason({ facts, net, closed_at_ms }: TripDetail): string {
  if (facts?.risk == null) return 'no R: no stop at entry'
  if (closed_at_ms === null) return 'no R yet: still open'
  return net === null ? 'no R: the net result is not known' : 'no R: nothing was at risk'
}

const About = () => (
  <Explain title="the entry">
    <p>Recorded when the position was opened. Moving the stop or deleting the alert does not change it.</p>
    <Formula>risk = |entry − stop| × planned size + expected fees R = net ÷ risk</Formula>
    <p>Each record holds the hash of the one before it, so any change or gap shows.</p>
  </Explain>
)
