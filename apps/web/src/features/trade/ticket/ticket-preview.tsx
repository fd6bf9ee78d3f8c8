import type { OrderPreview } from '@aerie/wire/trading/trading-orders'
import { ArrowRight } from 'lucide-react'
import { errorText } from '../../../lib/http/error-text.ts'
import { DASH } from '../../../live/market/figure-text.ts'
import { bpsFigure, figure, shortDigits, usdcFigure } from '../../../trading/account/exact.ts'
import { useTradingState } from '../../../trading/account/trading-store.ts'
import type { PreviewState } from '../../../trading/ticket/use-preview.ts'
import { PreviewCautions } from './preview-cautions.tsx'
import * as WORDS from './ticket-form-words.ts'

type Side = OrderPreview['before']
type Row = { readonly title: string; readonly read: (side: Side) => string; readonly whole: (side: Side) => string | null }

const times = (text: string | null): string => (text === null ? DASH : `${figure(cut(text))}×`)
const cut = (text: string): string => text.replace(/(\.\d\d)\d+$/, '$1')

/** "none" where no price liquidates: an account without a position has none either. */
const liquidation = ({ liquidation_price, size }: Side): string =>
  liquidation_price === null ? (size === '0' ? DASH : 'none') : figure(cut8(liquidation_price))
const cut8 = (text: string): string => text.replace(/(\.\d*?[1-9]\d{0,3})\d*$/, '$1')

const ROWS: readonly Row[] = [
  { title: WORDS.equity, read: ({ equity }) => usdcFigure(equity), whole: ({ equity }) => equity },
  { title: WORDS.freeMargin, read: ({ free_margin }) => usdcFigure(free_margin), whole: ({ free_margin }) => free_margin },
  { title: WORDS.marginUsed, read: ({ margin_used }) => usdcFigure(margin_used), whole: ({ margin_used }) => margin_used },
  { title: WORDS.leverage, read: ({ leverage }) => times(leverage), whole: ({ leverage }) => leverage },
  { title: WORDS.position, read: ({ size }) => figure(size), whole: ({ size }) => size },
  { title: WORDS.liquidation, read: liquidation, whole: ({ liquidation_price }) => liquidation_price },
]

/** What the order would do to the account, before and after, by the server's word. */
export function TicketPreview({ state, symbol }: { readonly state: PreviewState; readonly symbol: string }) {
  const { preview, isOld, error } = state
  const present = usePresentSide(symbol)
  const before = preview?.before ?? present
  return (
    <div className="ticket-preview num" data-old={isOld || undefined} aria-busy={isOld}>
      <table aria-label={WORDS.orderPreview}>
        <thead className="sr-only">
          <tr>
            <th scope="col">{WORDS.figure}</th>
            <th scope="col">{WORDS.before}</th>
            <th scope="col">{WORDS.after}</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ title, read, whole }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td translate="no" title={whole_(before, whole)}>
                {before === undefined ? DASH : read(before)}
              </td>
              <td title={whole_(preview?.after, whole)}>
                <ArrowRight size={11} aria-hidden="true" />
                {preview === null ? DASH : read(preview.after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl>
        <Fact title={WORDS.averagePrice}>{preview?.average_price == null ? DASH : figure(shortDigits(preview.average_price))}</Fact>
        <Fact title={WORDS.impact}>{impactText(preview)}</Fact>
        <Fact title={WORDS.slippage}>{bpsFigure(preview?.slippage ?? null)}</Fact>
        <Fact title={WORDS.fee}>{preview === null ? DASH : `${usdcFigure(preview.fee)} USDC`}</Fact>
        <Fact title={WORDS.tradesNow}>{preview === null ? DASH : `${figure(preview.fills)} ${symbol}`}</Fact>
        <Fact title={WORDS.rests}>{preview === null ? DASH : restText(preview, symbol)}</Fact>
        {preview !== null && preview.liquidation_price !== preview.after.liquidation_price && (
          <Fact title={WORDS.liquidationOnceFilled}>
            {preview.liquidation_price === null ? 'none' : figure(cut8(preview.liquidation_price))}
          </Fact>
        )}
      </dl>
      <div role="status">
        {preview !== null && (preview.refusal !== null || preview.warnings.length > 0) && <PreviewCautions preview={preview} />}
        {error !== null && <p className="ticket-warning">{WORDS.noPreview(errorText(error))}</p>}
      </div>
    </div>
  )
}

/** The account as it stands, for a ticket that asks for nothing yet; its leverage is known with a preview only. */
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
  if (impact !== null) return `${bpsFigure(impact.fraction)} · ${usdcFigure(impact.usdc)} USDC`
  return `${DASH} ${refusal === 'staleBookRejected' ? WORDS.noFreshBook : WORDS.nothingTrades}`
}

const restText = ({ rests, queue_ahead }: OrderPreview, symbol: string): string =>
  rests === '0' ? `0 ${symbol}` : `${figure(rests)} ${symbol}${queue_ahead === null ? '' : `, ${figure(queue_ahead)} ahead`}`

const Fact = ({ title, children }: { readonly title: string; readonly children: string }) => (
  <div>
    <dt>{title}</dt>
    <dd translate="no">{children}</dd>
  </div>
)
