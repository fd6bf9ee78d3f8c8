import { MINUS } from '@aerie/core/numbers/decimal-figure'
import type { TripDetail } from '@aerie/wire/journal/journal'
import { X } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../../platform/browser/lazy-part.ts'
import { amountFigure, DASH, exactFigure } from '../../../platform/format/figures.ts'
import { SOURCE_LABELS } from '../../../platform/format/market-text.ts'
import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import { IconButton } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { heldText, Price } from '../../trading/index.ts'
import { isLeast } from '../excursion-text.ts'
import { exactText, multipleText } from '../figure-text.ts'
import { amountText } from '../table/columns.ts'
import { useTrip } from '../use-journal.ts'
import { Excursions } from './excursions.tsx'
import { Fact, FactList, Part } from './fact-list.tsx'
import { OwnNotes } from './own-notes.tsx'
import { TripFills } from './trip-fills.tsx'
import { TripMoments } from './trip-moments.tsx'
import { marketSymbol, sizeUnit } from './trip-window.ts'

const TripChart = lazyPart(async () => (await import('./trip-chart.tsx')).TripChart)

type TripPanelProps = {
  readonly id: string
  readonly onClose: (() => void) | null
}

export function TripPanel({ id, onClose }: TripPanelProps) {
  const query = useTrip(id)
  const root = useRef<HTMLElement>(null)
  useEffect(() => root.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || onClose === null) return
    event.stopPropagation()
    onClose()
  }
  return (
    <section
      ref={root}
      aria-label="Trade"
      className={cx(
        'relative flex min-w-0 flex-col overflow-auto overscroll-contain rounded-md',
        // Focused when it opens, so that keys scroll it; its controls have their own focus rings.
        'focus-visible:outline-none',
        onClose === null ? '-m-2' : 'max-h-[calc(100dvh-130px)] border border-line bg-surface-1',
      )}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {onClose !== null && (
        <IconButton label="Close" hint="Esc" className="absolute top-1 right-1 z-1" onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      )}
      <QueryView query={query} skeleton={<Loading />} failed="The trade could not be loaded" errorClassName="p-3">
        {(trip) => <Trip trip={trip} />}
      </QueryView>
    </section>
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading the trade" className="flex flex-col gap-3 p-3">
    <Skeleton className="h-8 w-2/3" />
    <Skeleton className="h-64 w-full" />
    <SkeletonRows count={6} />
  </div>
)

const unknownResult = ({ closed_at_ms, money_reason }: TripDetail): string => {
  if (closed_at_ms === null) return 'still open'
  return money_reason === 'account_reset' ? 'ended by a reset' : 'result not known'
}

function Trip({ trip }: { readonly trip: TripDetail }) {
  const { symbol, side, net, r, currency, origin, source_kind, closed_at_ms } = trip
  const result = amountText(net, currency)
  return (
    <>
      <header className="flex flex-col gap-1 border-line border-b px-3 py-2.5">
        <h2 className="font-semibold text-18">
          {symbol} <span data-side={side}>{side === 'long' ? '▲ long' : '▼ short'}</span>
        </h2>
        <p className="num text-15" title={result.title}>
          {closed_at_ms === null || net === null ? (
            unknownResult(trip)
          ) : (
            <>
              <b translate="no" data-tone={result.tone}>
                {result.text}
              </b>{' '}
              {currency}
              {r !== null && ` · ${multipleText(r)}`}
            </>
          )}
        </p>
        {trip.fills.some(({ is_liquidation }) => is_liquidation === true) && (
          <p className="flex flex-wrap items-center gap-x-3 text-12">
            <b className="text-danger">Liquidated</b> <LearnLink term="liquidation" />
          </p>
        )}
        <p className="text-12 text-ink-2">
          {origin === 'paper' ? 'Paper account' : `Imported from ${origin}`}
          {source_kind !== null && ` · ${SOURCE_LABELS[source_kind]}`}
        </p>
      </header>
      <Suspense fallback={<Skeleton className="h-65 w-full" />}>
        <TripChart trip={trip} />
      </Suspense>
      <OwnNotes key={trip.id} trip={trip} />
      <TripMoments trip={trip} />
      <TripFacts trip={trip} />
      <Excursions trip={trip} />
      <EntryFacts trip={trip} />
      <TripFills trip={trip} />
    </>
  )
}

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
      <details className="text-12 text-ink-2">
        <summary>{`Record ${number} of this account, in a hash chain`}</summary>
        <p className="num wrap-anywhere text-11 text-ink-3">{`SHA-256 ${hash}`}</p>
        <p className="num wrap-anywhere text-11 text-ink-3">
          {/[1-9a-f]/.test(previous_hash) ? `After ${previous_hash}` : 'The first record'}
        </p>
      </details>
    </Part>
  )
}

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

const MONEY_REASONS = {
  fee_coin: 'Net result not known: a fee was paid in a coin without a price.',
  not_told: 'Result not known: the file does not state it.',
  account_reset: 'Its account was reset while the position was open. It was never closed, so it has no result.',
} as const

export function TripFacts({ trip }: { readonly trip: TripDetail }) {
  const { opened_at_ms, closed_at_ms, hold_ms, entry, exit, currency, money_reason, fees_in_coins } = trip
  const coin = marketSymbol(trip)
  return (
    <Part title="Result" trailing={<AboutResult />}>
      <FactList>
        <Fact title="Opened">{opened_at_ms === null ? DASH : exactText(opened_at_ms)}</Fact>
        <Fact title={money_reason === 'account_reset' ? 'Ended' : 'Closed'}>
          {closed_at_ms === null ? 'still open' : exactText(closed_at_ms)}
        </Fact>
        <Fact title="Held">{hold_ms === null ? DASH : heldText(hold_ms)}</Fact>
        <Fact title="Size">{sizeText(trip)}</Fact>
        <Fact title="Average entry">
          <Price of={entry} symbol={coin} />
        </Fact>
        <Fact title="Average exit">
          <Price of={exit} symbol={coin} />
        </Fact>
        <Amount title="Gross" amount={trip.gross} currency={currency} />
        {trip.insurance !== '0' && <Amount title="Paid by the insurance fund, in gross" amount={trip.insurance} currency={currency} />}
        <Fact title={trip.fees_estimated === true ? 'Fees, estimated' : 'Fees'} hover={trip.fees ?? undefined}>
          {trip.fees === null ? DASH : `${amountFigure(trip.fees)}${currency === 'USDC' ? '' : ` ${currency}`}`}
        </Fact>
        <Amount title="Funding" amount={trip.funding} currency={currency} />
        <Amount title="Net" amount={trip.net} currency={currency} />
        {trip.net_in_dollars !== undefined && <Amount title="Net in dollars, estimated" amount={trip.net_in_dollars} currency="USD" />}
        <Slippage title="Slippage" amount={trip.slippage} currency={currency} />
        <Slippage title="Slippage at arrival" amount={trip.arrival_slippage} currency={currency} />
        <Slippage title="Slippage at trigger" amount={trip.trigger_slippage} currency={currency} />
        <Fact title="Exit efficiency">{efficiencyText(trip)}</Fact>
      </FactList>
      {money_reason !== null && <p className="text-12 text-warning">{MONEY_REASONS[money_reason]}</p>}
      {trip.rest !== undefined && (
        <p className="num text-12 text-ink-2">{`${exactFigure(trip.rest)} left over, too few to sell; in no result.`}</p>
      )}
      {trip.fees_estimated === true && (
        <p className="text-12 text-ink-2">A fee in another coin was valued at that coin’s price of its minute.</p>
      )}
      {trip.net_in_dollars !== undefined && (
        <p className="text-12 text-ink-2">
          {trip.net_in_dollars === null
            ? `Its value in dollars is not known: no price of ${currency} is stored for the minute of closing.`
            : `The dollars are at the price of ${currency} in the minute of closing. Statistics leave the trade out.`}
        </p>
      )}
      {fees_in_coins.length > 0 && (
        <p className="num text-12 text-ink-2">
          {`Fees in coins: ${fees_in_coins.map(({ coin, amount }) => `${exactFigure(amount)} ${coin}`).join(', ')}.`}
        </p>
      )}
    </Part>
  )
}

/** The larger the MFE may have been, the closer to zero the captured share. */
function efficiencyText(trip: TripDetail): string {
  const { exit_efficiency: efficiency, net, mfe_far } = trip
  if (efficiency === null) return DASH
  const text = wholePercent(efficiency)
  if (mfe_far !== null && net !== null) {
    const other = wholePercent(Number(net) / Number(mfe_far))
    return other === text ? text : `${other} to ${text}`
  }
  if (!isLeast(trip) || efficiency === 0) return text
  return efficiency > 0 ? `at most ${text}` : `at least ${text}`
}

const wholePercent = (part: number): string => `${(part * 100).toFixed(0).replace('-', MINUS)}%`

function sizeText(trip: TripDetail): string {
  const { size, held, closed_at_ms } = trip
  if (held === null) return `${exactFigure(size)}${sizeUnit(trip)}`
  return `${exactFigure(size)} (${exactFigure(held)} ${closed_at_ms === null ? 'still open' : 'open at the reset'})`
}

type AmountProps = { readonly title: string; readonly amount: string | null; readonly currency: string }

function Amount({ title, amount, currency }: AmountProps) {
  const { text, title: hover, tone } = amountText(amount, currency)
  return (
    <Fact title={title} hover={hover} tone={tone}>
      {text}
    </Fact>
  )
}

/** Positive slippage is a loss, so profit colours would be misleading. */
function Slippage({ title, amount, currency }: AmountProps) {
  const { text, title: hover } = amountText(amount, currency)
  return (
    <Fact title={title} hover={hover}>
      {text}
    </Fact>
  )
}

const AboutResult = () => (
  <Explain title="the result">
    <Formula>net = gross − fees + funding</Formula>
    <p>Entry and exit are average fill prices, from flat to flat.</p>
    <p>
      Slippage is the cost against the mid price at the decision; at arrival, when the order reached the book; at trigger, against the
      trigger price. Each counts the fills that have such a price. Positive is worse.
    </p>
    <Formula>exit efficiency = net ÷ MFE</Formula>
    <LearnLink term="sizing" />
  </Explain>
)
