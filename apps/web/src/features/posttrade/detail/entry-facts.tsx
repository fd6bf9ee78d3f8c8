import type { TripDetail } from '@aerie/wire/journal'
import { DASH } from '../../../live/figure-text.ts'
import { figure } from '../../../trading/exact.ts'
import { Explain, Formula } from '../../../ui/explain.tsx'
import { Link } from '../../../ui/link.tsx'
import { multipleText } from '../money-text.ts'
import { exactText } from '../time-text.ts'
import { Fact, FactList, Part } from './fact-list.tsx'

/** What was known when the position was opened, fixed by a hash. */
export function EntryFacts({ trip }: { readonly trip: TripDetail }) {
  const { facts, r } = trip
  if (facts === null) {
    return (
      <Part title="At entry">
        <p className="text-12 text-ink-2">
          An imported trade has no recorded entry: its stop and its decision are not known, so it has no R.
        </p>
      </Part>
    )
  }
  const { stop, risk, decision_mid, forecast, alert, checklist, number, hash, previous_hash } = facts
  return (
    <Part title="At entry" trailing={<About />}>
      <FactList>
        <Fact title="Stop">{stop === null ? 'none' : figure(stop)}</Fact>
        <Fact title="Initial risk">{risk === null ? DASH : `${figure(risk)} USDC`}</Fact>
        <Fact title="Result">{r === null ? rReason(trip) : multipleText(r)}</Fact>
        <Fact title="Middle at the decision">{figure(decision_mid)}</Fact>
        <Fact title="First fill">{`${figure(facts.size)} at ${figure(facts.entry)}`}</Fact>
        <Fact title="Planned size">{figure(facts.planned_size)}</Fact>
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
  if (facts?.risk == null) return 'no R: no stop when it was opened'
  if (closed_at_ms === null) return 'no R yet: still open'
  return net === null ? 'no R: the net result is not known' : 'no R: nothing was at risk'
}

const About = () => (
  <Explain title="the entry">
    <p>Written down when the position was opened. Nothing changes it afterwards: not a moved stop, not a deleted alert.</p>
    <Formula>{'risk = |entry − stop| × planned size + expected fees\nR = net ÷ risk'}</Formula>
    <p>Each record holds the hash of the one before, so that none can be changed or left out unseen.</p>
  </Explain>
)
