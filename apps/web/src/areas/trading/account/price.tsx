import { exactTitle, priceFigure } from '../../../platform/format/figures.ts'
import { useTick } from './instruments.ts'

type PriceProps = {
  readonly of: string | null
  readonly symbol: string | null
}

/** A price at its market's tick size; if rounded, the exact one on hover. */
export function Price({ of, symbol }: PriceProps) {
  const text = priceFigure(of, useTick(symbol))
  return (
    <span translate="no" data-price={symbol ?? ''} title={exactTitle(of, text)}>
      {text}
    </span>
  )
}
