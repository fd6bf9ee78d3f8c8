import { MINUS } from '@aerie/core/numbers/decimal-figure'
import type { TripDetail } from '@aerie/wire/journal/journal'
import { LearnLink } from '../../../navigation/learn-link.tsx'
import { amountFigure, DASH, exactFigure } from '../../../platform/format/figures.ts'
import { Price } from '../../../trading/account/price.tsx'
import { heldText } from '../../../trading/held-text.ts'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { isLeast } from '../excursion-text.ts'
import { between } from '../excursion-words.ts'
import { amountText } from '../table/columns.ts'
import { exactText } from '../time-text.ts'
import { Fact, FactList, Part } from './fact-list.tsx'
import { marketSymbol } from './trip-window.ts'

const MONEY_REASONS = {
  fee_coin: 'Net result not known: a fee was paid in a coin without a price.',
  not_told: 'Result not known: the file does not state it.',
  account_reset: 'Its account was reset while the position was open. It was never closed, so it has no result.',
} as const

/** When, how much and what it came to. */
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
        <Fact title="Fees" hover={trip.fees ?? undefined}>
          {trip.fees === null ? DASH : `${amountFigure(trip.fees)}${currency === 'USDC' ? '' : ` ${currency}`}`}
        </Fact>
        <Amount title="Funding" amount={trip.funding} currency={currency} />
        <Amount title="Net" amount={trip.net} currency={currency} />
        <Slippage title="Slippage" amount={trip.slippage} currency={currency} />
        <Slippage title="Slippage at arrival" amount={trip.arrival_slippage} currency={currency} />
        <Slippage title="Slippage at trigger" amount={trip.trigger_slippage} currency={currency} />
        <Fact title="Exit efficiency">{efficiencyText(trip)}</Fact>
      </FactList>
      {money_reason !== null && <p className="text-12 text-warning">{MONEY_REASONS[money_reason]}</p>}
      {fees_in_coins.length > 0 && (
        <p className="num text-12 text-ink-2">
          {`Fees in coins: ${fees_in_coins.map(({ coin, amount }) => `${exactFigure(amount)} ${coin}`).join(', ')}.`}
        </p>
      )}
    </Part>
  )
}

/** The larger its MFE may have been, the nearer to zero is what was kept of it. */
function efficiencyText(trip: TripDetail): string {
  const { exit_efficiency: efficiency, net, mfe_far } = trip
  if (efficiency === null) return DASH
  const text = wholePercent(efficiency)
  if (mfe_far !== null && net !== null) {
    const other = wholePercent(Number(net) / Number(mfe_far))
    return other === text ? text : between(other, text)
  }
  if (!isLeast(trip) || efficiency === 0) return text
  return efficiency > 0 ? `at most ${text}` : `at least ${text}`
}

const wholePercent = (part: number): string => `${(part * 100).toFixed(0).replace('-', MINUS)}%`

function sizeText({ size, held, closed_at_ms }: TripDetail): string {
  if (held === null) return exactFigure(size)
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

/** Above 0 is a loss: the tone of a profit would say the opposite. */
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
