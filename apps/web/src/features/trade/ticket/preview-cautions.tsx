import type { OrderPreview } from '@aerie/wire/trading/trading-orders'
import { LearnLink } from '../../../navigation/learn-link.tsx'
import { REASON_TEXT, WARNING_TEXT } from '../../../trading/reason-text.ts'

type CautionsProps = { readonly preview: Pick<OrderPreview, 'refusal' | 'warnings'> }

/** Refusals by the rules of a type of order. */
const OF_TYPES: ReadonlySet<OrderPreview['refusal']> = new Set([
  'badAloPxRejected',
  'iocCancelRejected',
  'badTriggerPxRejected',
  'reduceOnlyRejected',
  'marketOrderNoLiquidityRejected',
] as const)

/** Why the order would be refused, and what to know before it is sent. */
export const PreviewCautions = ({ preview: { refusal, warnings } }: CautionsProps) => (
  <>
    {refusal !== null && (
      <p className="ticket-warning" data-severe="">
        {REASON_TEXT[refusal]} {OF_TYPES.has(refusal) && <LearnLink term="orders" />}
      </p>
    )}
    {warnings.map((warning) => (
      <p key={warning} className="ticket-warning">
        {WARNING_TEXT[warning]}
      </p>
    ))}
  </>
)
