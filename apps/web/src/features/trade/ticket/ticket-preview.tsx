import type { OrderPreview } from '@aerie/wire/trading-orders'
import { ArrowRight } from 'lucide-react'
import { errorText } from '../../../lib/error-text.ts'
import { DASH } from '../../../live/figure-text.ts'
import { figure, percentFigure, usdcFigure } from '../../../trading/exact.ts'
import { REASON_TEXT, WARNING_TEXT } from '../../../trading/reason-text.ts'
import type { PreviewState } from '../../../trading/ticket/use-preview.ts'

type Side = OrderPreview['before']
type Row = { readonly title: string; readonly read: (side: Side) => string; readonly whole: (side: Side) => string | null }

const times = (text: string | null): string => (text === null ? DASH : `${figure(cut(text))}×`)
const cut = (text: string): string => text.replace(/(\.\d\d)\d+$/, '$1')

/** "none" where no price liquidates: an account without a position has none either. */
const liquidation = ({ liquidation_price, size }: Side): string =>
  liquidation_price === null ? (size === '0' ? DASH : 'none') : figure(cut8(liquidation_price))
const cut8 = (text: string): string => text.replace(/(\.\d*?[1-9]\d{0,3})\d*$/, '$1')

const ROWS: readonly Row[] = [
  { title: 'Equity', read: ({ equity }) => usdcFigure(equity), whole: ({ equity }) => equity },
  { title: 'Free margin', read: ({ free_margin }) => usdcFigure(free_margin), whole: ({ free_margin }) => free_margin },
  { title: 'Margin used', read: ({ margin_used }) => usdcFigure(margin_used), whole: ({ margin_used }) => margin_used },
  { title: 'Leverage', read: ({ leverage }) => times(leverage), whole: ({ leverage }) => leverage },
  { title: 'Position', read: ({ size }) => figure(size), whole: ({ size }) => size },
  { title: 'Liquidation', read: liquidation, whole: ({ liquidation_price }) => liquidation_price },
]

/** What the order would do to the account, before and after, by the server's word. */
export function TicketPreview({ state, symbol }: { readonly state: PreviewState; readonly symbol: string }) {
  const { preview, isOld, error } = state
  return (
    <div className="ticket-preview num" data-old={isOld || undefined} aria-busy={isOld}>
      <table aria-label="What the order would do">
        <thead className="sr-only">
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ title, read, whole }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td title={whole_(preview?.before, whole)}>{preview === null ? DASH : read(preview.before)}</td>
              <td title={whole_(preview?.after, whole)}>
                <ArrowRight size={11} aria-hidden="true" />
                {preview === null ? DASH : read(preview.after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl>
        <Fact title="Average price">{figure(preview?.average_price ?? null)}</Fact>
        <Fact title="Slippage">{percentFigure(preview?.slippage ?? null)}</Fact>
        <Fact title="Fee">{preview === null ? DASH : `${usdcFigure(preview.fee)} USDC`}</Fact>
        <Fact title="Trades now">{preview === null ? DASH : `${figure(preview.fills)} ${symbol}`}</Fact>
        <Fact title="Rests">{preview === null ? DASH : restText(preview, symbol)}</Fact>
        {preview !== null && preview.liquidation_price !== preview.after.liquidation_price && (
          <Fact title="Liquidation once filled">
            {preview.liquidation_price === null ? 'none' : figure(cut8(preview.liquidation_price))}
          </Fact>
        )}
      </dl>
      <div role="status">
        {preview?.refusal != null && (
          <p className="ticket-warning" data-severe="">
            {REASON_TEXT[preview.refusal]}
          </p>
        )}
        {preview?.warnings.map((warning) => (
          <p key={warning} className="ticket-warning">
            {WARNING_TEXT[warning]}
          </p>
        ))}
        {error !== null && <p className="ticket-warning">No preview: {errorText(error)}</p>}
      </div>
    </div>
  )
}

const whole_ = (side: Side | undefined, read: Row['whole']): string | undefined =>
  side === undefined ? undefined : (read(side) ?? undefined)

const restText = ({ rests, queue_ahead }: OrderPreview, symbol: string): string =>
  rests === '0' ? `0 ${symbol}` : `${figure(rests)} ${symbol}${queue_ahead === null ? '' : `, ${figure(queue_ahead)} ahead`}`

const Fact = ({ title, children }: { readonly title: string; readonly children: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)
