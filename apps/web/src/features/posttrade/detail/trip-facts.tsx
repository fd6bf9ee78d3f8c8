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
import * as WORDS from './detail-words.ts'
import { Fact, FactList, Part } from './fact-list.tsx'
import { marketSymbol } from './trip-window.ts'

const MONEY_REASONS = {
  fee_coin: WORDS.netUnknownFeeInCoin,
  not_told: WORDS.resultNotInFile,
  account_reset: WORDS.accountWasReset,
} as const

/** When, how much and what it came to. */
export function TripFacts({ trip }: { readonly trip: TripDetail }) {
  const { opened_at_ms, closed_at_ms, hold_ms, entry, exit, currency, money_reason, fees_in_coins } = trip
  const coin = marketSymbol(trip)
  return (
    <Part title={WORDS.result} trailing={<AboutResult />}>
      <FactList>
        <Fact title={WORDS.opened}>{opened_at_ms === null ? DASH : exactText(opened_at_ms)}</Fact>
        <Fact title={money_reason === 'account_reset' ? WORDS.ended : WORDS.closed}>
          {closed_at_ms === null ? WORDS.stillOpen : exactText(closed_at_ms)}
        </Fact>
        <Fact title={WORDS.held}>{hold_ms === null ? DASH : heldText(hold_ms)}</Fact>
        <Fact title={WORDS.size}>{sizeText(trip)}</Fact>
        <Fact title={WORDS.averageEntry}>
          <Price of={entry} symbol={coin} />
        </Fact>
        <Fact title={WORDS.averageExit}>
          <Price of={exit} symbol={coin} />
        </Fact>
        <Amount title={WORDS.gross} amount={trip.gross} currency={currency} />
        {trip.insurance !== '0' && <Amount title={WORDS.paidByInsurance} amount={trip.insurance} currency={currency} />}
        <Fact title={WORDS.fees} hover={trip.fees ?? undefined}>
          {trip.fees === null ? DASH : `${amountFigure(trip.fees)}${currency === 'USDC' ? '' : ` ${currency}`}`}
        </Fact>
        <Amount title={WORDS.funding} amount={trip.funding} currency={currency} />
        <Amount title={WORDS.net} amount={trip.net} currency={currency} />
        <Slippage title={WORDS.slippage} amount={trip.slippage} currency={currency} />
        <Slippage title={WORDS.arrivalSlippage} amount={trip.arrival_slippage} currency={currency} />
        <Slippage title={WORDS.triggerSlippage} amount={trip.trigger_slippage} currency={currency} />
        <Fact title={WORDS.exitEfficiency}>{efficiencyText(trip)}</Fact>
      </FactList>
      {money_reason !== null && <p className="text-12 text-warning">{MONEY_REASONS[money_reason]}</p>}
      {fees_in_coins.length > 0 && (
        <p className="num text-12 text-ink-2">
          {WORDS.feesInCoins(fees_in_coins.map(({ coin, amount }) => `${exactFigure(amount)} ${coin}`).join(', '))}
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
  return efficiency > 0 ? WORDS.atMostText(text) : WORDS.atLeastText(text)
}

const wholePercent = (part: number): string => `${(part * 100).toFixed(0).replace('-', MINUS)}%`

function sizeText({ size, held, closed_at_ms }: TripDetail): string {
  if (held === null) return exactFigure(size)
  return `${exactFigure(size)} (${exactFigure(held)} ${closed_at_ms === null ? WORDS.stillHeld : WORDS.heldAtTheReset})`
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
  <Explain title={WORDS.theResult}>
    <Formula>{WORDS.netFormula}</Formula>
    <p>{WORDS.entryAndExitAbout}</p>
    <p>{WORDS.slippageAbout}</p>
    <Formula>{WORDS.exitEfficiencyFormula}</Formula>
    <LearnLink term="sizing" />
  </Explain>
)
