import { amountFigure, exactTitle, signedAmount } from './figures.ts'

type AmountProps = {
  readonly of: string | null
  readonly isSigned?: boolean
  readonly unit?: string
}

/** Rounded amount; the title shows the exact one if they differ. */
export function Amount({ of, isSigned = false, unit }: AmountProps) {
  const text = isSigned ? signedAmount(of) : amountFigure(of)
  return (
    <span translate="no" title={exactTitle(of, text)}>
      {unit === undefined ? text : `${text} ${unit}`}
    </span>
  )
}
