import type { TradingFill } from '@aerie/wire/trading/trading-positions'
import { ChevronRight } from 'lucide-react'
import { Fragment, memo, useState } from 'react'
import { momentText, utcText } from '../../../market-views/forecast/forecast-text.ts'
import { amountFigure, exactFigure, signedAmount, toneOf } from '../../../platform/format/figures.ts'
import { Price } from '../../../trading/account/price.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { FillEvidence } from './fill-evidence.tsx'
import * as WORDS from './fills-words.ts'

/** Fills, each to be opened for what it met. */
export function FillsTable({ fills }: { readonly fills: readonly TradingFill[] }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <div className="pane-scroll">
      <table className="pane-table pane-cards num" aria-label="Fills">
        <TableHead titles={['Fill', WORDS.size, 'Price', WORDS.fee, WORDS.realised, 'Role', 'When']} />
        <tbody>
          {fills.map((fill) => (
            <Fragment key={fill.id}>
              <ItemBoundary of={fill} as={{ columns: 7 }}>
                <FillRow fill={fill} isOpen={open === fill.id} onOpen={setOpen} />
              </ItemBoundary>
              {open === fill.id && (
                <tr>
                  <td colSpan={7}>
                    <ItemBoundary of={fill}>
                      <FillEvidence fill={fill} />
                    </ItemBoundary>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type FillRowProps = { readonly fill: TradingFill; readonly isOpen: boolean; readonly onOpen: (id: string | null) => void }

const FillRow = memo(({ fill, isOpen, onOpen }: FillRowProps) => {
  const { id, side, symbol, size, price, fee, realised, liquidity, at } = fill
  return (
    <tr data-side={side}>
      <td>
        <button
          type="button"
          className="pane-link"
          aria-expanded={isOpen}
          aria-label={WORDS.evidenceOfFill(size, symbol)}
          onClick={() => onOpen(isOpen ? null : id)}
        >
          <ChevronRight size={12} aria-hidden="true" className="pane-chevron" />
          <span className="pane-side">{side === 'buy' ? '▲ Bought' : '▼ Sold'}</span> {symbol}
        </button>
      </td>
      <td translate="no" data-title={WORDS.size}>
        {exactFigure(size)}
      </td>
      <td translate="no" data-title="Price">
        <Price of={price} symbol={symbol} />
      </td>
      <td translate="no" data-title={WORDS.fee} title={fee}>
        {amountFigure(fee)}
      </td>
      <td translate="no" data-title={WORDS.realised} data-tone={toneOf(realised)} title={WORDS.beforeFees(realised)}>
        {/[1-9]/.test(realised) ? signedAmount(realised) : '—'}
      </td>
      <td data-title="Role">{liquidity}</td>
      <td data-title="When" title={utcText(Date.parse(at))}>
        {momentText(Date.parse(at))}
      </td>
    </tr>
  )
})
