import { exactTitle, priceFigure } from '../../platform/format/figures.ts'
import { useTick } from './instruments.ts'

type PriceProps = {
  /** Decimal text; null where it is not known. */
  readonly of: string | null
  /** The coin at whose tick it is written; null for a market that has none here. */
  readonly symbol: string | null
}

/** A price of trade or journal, with the decimals of its market's tick; the exact one on hover where it was rounded. */
export function Price({ of, symbol }: PriceProps) {
  const text = priceFigure(of, useTick(symbol))
  return (
    <span translate="no" data-price={symbol ?? ''} title={exactTitle(of, text)}>
      {text}
    </span>
  )
}
