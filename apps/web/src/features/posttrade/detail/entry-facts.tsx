import type { TripDetail } from '@aerie/wire/journal/journal'
import { Link } from 'react-router'
import { amountFigure, DASH, exactFigure } from '../../../platform/format/figures.ts'
import { Price } from '../../../trading/account/price.tsx'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { multipleText } from '../money-text.ts'
import { exactText } from '../time-text.ts'
import * as WORDS from './detail-words.ts'
import { Fact, FactList, Part } from './fact-list.tsx'
import { marketSymbol } from './trip-window.ts'

/** What was known when the position was opened, fixed by a hash. */
export function EntryFacts({ trip }: { readonly trip: TripDetail }) {
  const { facts, r } = trip
  const coin = marketSymbol(trip)
  if (facts === null) {
    return (
      <Part title={WORDS.atEntry}>
        <p className="text-12 text-ink-2">{WORDS.noPlanRecorded(r === null)}</p>
      </Part>
    )
  }
  const { stop, risk, decision_mid, forecast, alert, checklist, number, hash, previous_hash } = facts
  return (
    <Part title={WORDS.atEntry} trailing={<About />}>
      <FactList>
        <Fact title={WORDS.stop}>{stop === null ? 'none' : <Price of={stop} symbol={coin} />}</Fact>
        <Fact title={WORDS.initialRisk} hover={risk ?? undefined}>
          {risk === null ? DASH : `${amountFigure(risk)} USDC`}
        </Fact>
        <Fact title={WORDS.result}>{r === null ? rReason(trip) : multipleText(r)}</Fact>
        <Fact title={WORDS.midAtDecision}>
          <Price of={decision_mid} symbol={coin} />
        </Fact>
        <Fact title={WORDS.firstFill}>
          {exactFigure(facts.size)} at <Price of={facts.entry} symbol={coin} />
        </Fact>
        <Fact title={WORDS.plannedSize}>{exactFigure(facts.planned_size)}</Fact>
        <Fact title={WORDS.forecastShown}>
          {forecast === null ? (
            'none'
          ) : (
            <Link to={`/ipc/${trip.symbol}?hours=${forecast.hours}`} className="underline underline-offset-2" title={forecast.hash}>
              {WORDS.horizonMade(forecast.hours, exactText(Date.parse(forecast.issued_at)))}
            </Link>
          )}
        </Fact>
        <Fact title={WORDS.alert} hover={alert?.text}>
          {alert === null ? WORDS.noneNamed : `${alert.text} (${exactText(Date.parse(alert.at))})`}
        </Fact>
        <Fact title={WORDS.checklist}>{checklist === null ? 'none' : `${checklist.done} of ${checklist.items} ticked`}</Fact>
      </FactList>
      <p className="num trip-hash">{WORDS.recordHash(number, hash)}</p>
      <p className="num trip-hash">{WORDS.afterHash(previous_hash)}</p>
    </Part>
  )
}

/** Why there is no R. */
function rReason({ facts, net, closed_at_ms }: TripDetail): string {
  if (facts?.risk == null) return WORDS.noRNoStop
  if (closed_at_ms === null) return WORDS.noRStillOpen
  return net === null ? WORDS.noRNetUnknown : WORDS.noRNoRisk
}

const About = () => (
  <Explain title={WORDS.theEntry}>
    <p>{WORDS.recordedAtOpening}</p>
    <Formula>{WORDS.riskFormula}</Formula>
    <p>{WORDS.hashChain}</p>
  </Explain>
)
