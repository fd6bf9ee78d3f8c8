import { smallestSize } from '@aerie/core/market/order-size'
import { ceilDiv, notional, notionalOf, priceText, sizeText, usdcCeil, usdcText } from '@aerie/core/numbers/units'
import type { OrderPreview } from '@aerie/wire/trading/trading-orders'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { fractionText, readWhole, TIMES } from '../../../platform/browser/typed-decimal.ts'
import { amountFigure, bpsFigure, DASH, exactFigure, rateFigure, timesFigure } from '../../../platform/format/figures.ts'
import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import { cx } from '../../../ui/cx.ts'
import { ErrorText } from '../../../ui/states/error-state.tsx'
import { FigureCell, TableHead } from '../../../ui/table.tsx'
import { type PreviewState, Price, REASON_TEXT, type TicketTerms, useTradingState, WARNING_TEXT } from '../../trading/index.ts'

type Side = OrderPreview['before']
type Row = {
  readonly title: string
  readonly read: (side: Side, symbol: string) => ReactNode
  readonly whole: (side: Side) => string | null
}

/** "none" if no price liquidates, also without a position. */
const liquidation = ({ liquidation_price, size }: Side, symbol: string): ReactNode =>
  liquidation_price === null ? size === '0' ? DASH : 'none' : <Price of={liquidation_price} symbol={symbol} />

const ROWS: readonly Row[] = [
  { title: 'Equity', read: ({ equity }) => amountFigure(equity), whole: ({ equity }) => equity },
  { title: 'Free margin', read: ({ free_margin }) => amountFigure(free_margin), whole: ({ free_margin }) => free_margin },
  { title: 'Margin used', read: ({ margin_used }) => amountFigure(margin_used), whole: ({ margin_used }) => margin_used },
  { title: 'Leverage', read: ({ leverage }) => timesFigure(leverage), whole: ({ leverage }) => leverage },
  { title: 'Position', read: ({ size }) => exactFigure(size), whole: ({ size }) => size },
  { title: 'Liquidation', read: liquidation, whole: ({ liquidation_price }) => liquidation_price },
]

/** Beside the docked agent there is no space for previous values. */
const BEFORE = 'text-ink-2 @max-[270px]/slot:hidden'

type TicketPreviewProps = {
  readonly state: PreviewState
  readonly symbol: string
  /** Whether anything can trade or rest before a trigger. */
  readonly hasExecution: boolean
  readonly known: KnownTerms
}

type KnownTerms = { readonly terms: TicketTerms; readonly side: 'buy' | 'sell'; readonly leverage: string }

/** Account before and after the order, computed by the server. */
export function TicketPreview({ state, symbol, hasExecution, known }: TicketPreviewProps) {
  const { preview, isOld, error } = state
  const present = usePresentSide(symbol)
  const before = preview?.before ?? present
  if (state.preview === null && !state.isAsked) return <Known before={present} symbol={symbol} known={known} />
  return (
    <div className={cx('num mt-auto border-line border-t pt-1', isOld && 'opacity-60')} aria-busy={isOld}>
      <table className="ticket-table" aria-label="Order preview">
        <TableHead className="sr-only" titles={['Figure', 'Before', 'After']} />
        <tbody>
          {ROWS.map(({ title, read, whole }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <FigureCell title={whole_(before, whole)} className={BEFORE}>
                {before === undefined ? DASH : read(before, symbol)}
              </FigureCell>
              <td title={whole_(preview?.after, whole)}>
                <ArrowRight size={11} aria-hidden="true" className="mr-0.5 inline text-ink-3" />
                {preview === null ? DASH : read(preview.after, symbol)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasExecution && <Execution preview={preview} symbol={symbol} />}
      <div role="status">
        {preview !== null && (preview.refusal !== null || preview.warnings.length > 0) && <PreviewCautions preview={preview} />}
        {error !== null && (
          <p className="py-[3px] text-warning">
            No preview: <ErrorText error={error} />
          </p>
        )}
      </div>
    </div>
  )
}

type SummaryProps = Pick<TicketPreviewProps, 'state' | 'symbol'>

/** The three figures that decide on an order, above its button on a phone. */
export function TicketSummary({ state: { preview }, symbol }: SummaryProps) {
  if (preview === null) return null
  if (preview.refusal !== null) return <p className="pt-[3px] pb-1.5 text-danger md:hidden">{REASON_TEXT[preview.refusal]}</p>
  return (
    <dl className="num flex justify-between gap-x-4 gap-y-1 pb-1.5 md:hidden" aria-label="Summary of the order">
      <SummaryFact title="Margin used">{amountFigure(preview.after.margin_used)}</SummaryFact>
      <SummaryFact title="Fee">{amountFigure(preview.fee)}</SummaryFact>
      <SummaryFact title="Liquidation">
        {preview.liquidation_price === null ? 'none' : <Price of={preview.liquidation_price} symbol={symbol} />}
      </SummaryFact>
    </dl>
  )
}

const SummaryFact = ({ title, children }: Pick<FactProps, 'title' | 'children'>) => (
  <div>
    <dt className="text-11 text-ink-3">{title}</dt>
    <dd translate="no">{children}</dd>
  </div>
)

/** Rows of the account that are known without an order. */
const PRESENT: ReadonlySet<string> = new Set(['Equity', 'Free margin', 'Margin used', 'Position', 'Liquidation'])

type KnownProps = { readonly before: Side | undefined; readonly symbol: string; readonly known: KnownTerms }

/** Until an order is entered: the account, the best prices, the fees and what the smallest order needs. */
function Known({ before, symbol, known: { terms, side, leverage } }: KnownProps) {
  const { instrument, bestBid, bestAsk } = terms
  const best = side === 'buy' ? bestAsk : bestBid
  const smallest = smallestSize(best, instrument)
  const times = readWhole(leverage, { least: 1, most: Number(instrument.maxLeverage), units: TIMES })
  const margin =
    best === null || smallest === null || times === null ? null : usdcCeil(notional(ceilDiv(notionalOf(best, smallest), BigInt(times))))
  return (
    <div className="num mt-auto border-line border-t pt-1">
      <table className="ticket-table" aria-label="Order preview">
        <TableHead className="sr-only" titles={['Figure', 'Now']} />
        <tbody>
          {ROWS.filter(({ title }) => PRESENT.has(title)).map(({ title, read, whole }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <FigureCell title={whole_(before, whole)} className={BEFORE}>
                {before === undefined ? DASH : read(before, symbol)}
              </FigureCell>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={FACTS}>
        <Fact title="Best bid / ask">
          <Price of={bestBid === null ? null : priceText(bestBid)} symbol={symbol} />
          {' / '}
          <Price of={bestAsk === null ? null : priceText(bestAsk)} symbol={symbol} />
        </Fact>
        <Fact title="Fee, taker / maker">{`${rateFigure(fractionText(instrument.takerFee))} / ${rateFigure(fractionText(instrument.makerFee))}`}</Fact>
        <Fact title="Smallest order">{smallest === null ? `${DASH} no price` : `${exactFigure(sizeText(smallest))} ${symbol}`}</Fact>
        <Fact title={`Its margin at ${times ?? DASH}×`}>{margin === null ? DASH : `${amountFigure(usdcText(margin))} USDC`}</Fact>
      </dl>
    </div>
  )
}

const Execution = ({ preview, symbol }: { readonly preview: OrderPreview | null; readonly symbol: string }) => (
  <dl className={FACTS}>
    <Fact title="Average price">
      <Price of={preview?.average_price ?? null} symbol={symbol} />
    </Fact>
    <Fact title="Impact">{impactText(preview)}</Fact>
    <Fact title="Slippage">{bpsFigure(preview?.slippage ?? null)}</Fact>
    <Fact title="Fee" hover={preview?.fee}>
      {preview === null ? DASH : `${amountFigure(preview.fee)} USDC`}
    </Fact>
    <Fact title="Trades now">{preview === null ? DASH : `${exactFigure(preview.fills)} ${symbol}`}</Fact>
    <Fact title="Rests">{preview === null ? DASH : restText(preview, symbol)}</Fact>
    {preview !== null && preview.liquidation_price !== preview.after.liquidation_price && (
      <Fact title="Liquidation once filled">
        {preview.liquidation_price === null ? 'none' : <Price of={preview.liquidation_price} symbol={symbol} />}
      </Fact>
    )}
  </dl>
)

function usePresentSide(symbol: string): Side | undefined {
  const view = useTradingState((state) => state.view)
  if (view === null) return undefined
  const { equity, free_margin, margin_used, maintenance } = view.account
  const { size = '0', entry = null, liquidation_price = null } = view.positions.get(symbol) ?? {}
  return { equity, free_margin, margin_used, maintenance, leverage: null, size, entry, liquidation_price }
}

const whole_ = (side: Side | undefined, read: Row['whole']): string | undefined =>
  side === undefined ? undefined : (read(side) ?? undefined)

function impactText(preview: OrderPreview | null): string {
  if (preview === null) return DASH
  const { impact, refusal } = preview
  if (impact !== null) return `${bpsFigure(impact.fraction)} · ${amountFigure(impact.usdc)} USDC`
  return `${DASH} ${refusal === 'staleBookRejected' ? 'no fresh book' : 'nothing trades now'}`
}

const restText = ({ rests, queue_ahead }: OrderPreview, symbol: string): string =>
  rests === '0' ? `0 ${symbol}` : `${exactFigure(rests)} ${symbol}${queue_ahead === null ? '' : `, ${exactFigure(queue_ahead)} ahead`}`

type FactProps = { readonly title: string; readonly hover?: string | undefined; readonly children: ReactNode }

const FACTS = 'mt-0.5 border-line border-t border-dashed pt-0.5'

/** A long name wraps before its figure is cut. */
const Fact = ({ title, hover, children }: FactProps) => (
  <div className="flex justify-between gap-2 leading-[17px]">
    <dt className="text-ink-2">{title}</dt>
    <dd translate="no" title={hover} className="flex-none whitespace-nowrap">
      {children}
    </dd>
  </div>
)

type CautionsProps = { readonly preview: Pick<OrderPreview, 'refusal' | 'warnings'> }

/** Refusals caused by the order type's rules. */
const OF_TYPES: ReadonlySet<OrderPreview['refusal']> = new Set([
  'badAloPxRejected',
  'iocCancelRejected',
  'badTriggerPxRejected',
  'reduceOnlyRejected',
  'marketOrderNoLiquidityRejected',
] as const)

export const PreviewCautions = ({ preview: { refusal, warnings } }: CautionsProps) => (
  <>
    {refusal !== null && (
      <p className="py-[3px] text-danger">
        {REASON_TEXT[refusal]} {OF_TYPES.has(refusal) && <LearnLink term="orders" />}
      </p>
    )}
    {warnings.map((warning) => (
      <p key={warning} className="py-[3px] text-warning">
        {WARNING_TEXT[warning]}
      </p>
    ))}
  </>
)
