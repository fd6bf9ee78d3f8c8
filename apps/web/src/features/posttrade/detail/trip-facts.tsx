import type { TripDetail } from '@aerie/wire/journal'
import { DASH } from '../../../live/figure-text.ts'
import { figure } from '../../../trading/exact.ts'
import { Explain, Formula } from '../../../ui/explain.tsx'
import { heldText } from '../money-text.ts'
import { amountText } from '../table/columns.ts'
import { exactText } from '../time-text.ts'
import { Fact, FactList, Part } from './fact-list.tsx'

const MONEY_REASONS = {
  fee_coin: 'A fee was paid in a coin of which no price is known, so the net result is not known.',
  not_told: 'The file does not say what the trade came to.',
  account_reset: 'Its account was reset while the position was open. It was never closed, so it has no result.',
} as const

/** When, how much and what it came to. */
export function TripFacts({ trip }: { readonly trip: TripDetail }) {
  const { opened_at_ms, closed_at_ms, hold_ms, entry, exit, currency, money_reason, fees_in_coins, exit_efficiency } = trip
  // Above 0 is a loss: the tone of a profit would say the opposite.
  const slippage = amountText(trip.slippage, currency)
  return (
    <Part title="Result" trailing={<AboutResult />}>
      <FactList>
        <Fact title="Opened">{opened_at_ms === null ? DASH : exactText(opened_at_ms)}</Fact>
        <Fact title={money_reason === 'account_reset' ? 'Ended' : 'Closed'}>
          {closed_at_ms === null ? 'still open' : exactText(closed_at_ms)}
        </Fact>
        <Fact title="Held">{hold_ms === null ? DASH : heldText(hold_ms)}</Fact>
        <Fact title="Size">{sizeText(trip)}</Fact>
        <Fact title="Average entry">{figure(entry)}</Fact>
        <Fact title="Average exit">{figure(exit)}</Fact>
        <Amount title="Gross" amount={trip.gross} currency={currency} />
        {trip.insurance !== '0' && <Amount title="Paid by insurance, in gross" amount={trip.insurance} currency={currency} />}
        <Fact title="Fees">{trip.fees === null ? DASH : `${figure(trip.fees)}${currency === 'USDC' ? '' : ` ${currency}`}`}</Fact>
        <Amount title="Funding" amount={trip.funding} currency={currency} />
        <Amount title="Net" amount={trip.net} currency={currency} />
        <Fact title="Slippage" hover={slippage.title}>
          {slippage.text}
        </Fact>
        <Fact title="Exit efficiency">{exit_efficiency === null ? DASH : `${(exit_efficiency * 100).toFixed(0).replace('-', '−')}%`}</Fact>
      </FactList>
      {money_reason !== null && <p className="text-12 text-warning">{MONEY_REASONS[money_reason]}</p>}
      {fees_in_coins.length > 0 && (
        <p className="num text-12 text-ink-2">{`Fees in coins: ${fees_in_coins.map(({ coin, amount }) => `${figure(amount)} ${coin}`).join(', ')}.`}</p>
      )}
    </Part>
  )
}

function sizeText({ size, held, closed_at_ms }: TripDetail): string {
  if (held === null) return figure(size)
  return `${figure(size)} (${figure(held)} ${closed_at_ms === null ? 'still held' : 'held at the reset'})`
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

const AboutResult = () => (
  <Explain title="the result">
    <Formula>net = gross − fees + funding</Formula>
    <p>Entry and exit are average prices of all fills, from flat to flat.</p>
    <p>Slippage is what was lost against the middle of the book at the decision, for the fills that have one. Above 0 is worse.</p>
    <Formula>exit efficiency = net ÷ MFE</Formula>
  </Explain>
)
