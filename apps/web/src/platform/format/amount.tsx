import { amountFigure, exactTitle, signedAmount } from './figures.ts'

type AmountProps = {
  /** Decimal text; null where it is not known. */
  readonly of: string | null
  /** With a plus before a gain. */
  readonly isSigned?: boolean
  /** A currency after it. */
  readonly unit?: string
}

/** An amount by the rule for numbers; the exact one on hover where it was rounded. */
export function Amount({ of, isSigned = false, unit }: AmountProps) {
  const text = isSigned ? signedAmount(of) : amountFigure(of)
  return (
    <span translate="no" title={exactTitle(of, text)}>
      {unit === undefined ? text : `${text} ${unit}`}
    </span>
  )
}
