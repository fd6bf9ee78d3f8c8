import type { TradingFill } from '@aerie/wire/trading/trading-positions'
import { ChevronRight } from 'lucide-react'
import { Fragment, memo, useState } from 'react'
import { amountFigure, exactFigure, percentFigure, signedAmount, toneOf } from '../../../platform/format/figures.ts'
import { momentText, utcText } from '../../../platform/format/market-text.ts'
import { cx } from '../../../ui/cx.ts'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { FigureCell, TableHead } from '../../../ui/table.tsx'
import { fillWord, Price } from '../../trading/index.ts'
import { rowLink } from '../buttons.tsx'

export function FillsTable({ fills }: { readonly fills: readonly TradingFill[] }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <div className="h-full overflow-auto">
      <table className="pane-table pane-cards num" aria-label="Fills">
        <TableHead titles={['Fill', 'Size', 'Price', 'Fee', 'Realised', 'Role', 'When']} />
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
  const { id, side, client_id, symbol, size, price, fee, realised, liquidity, at } = fill
  return (
    <tr data-side={side}>
      <td>
        <button
          type="button"
          className={rowLink}
          aria-expanded={isOpen}
          aria-label={`Evidence of the fill of ${size} ${symbol}`}
          onClick={() => onOpen(isOpen ? null : id)}
        >
          <ChevronRight size={12} aria-hidden="true" className={cx('text-ink-3', isOpen && 'rotate-90')} />
          <span className="pane-side">{`${side === 'buy' ? '▲' : '▼'} ${fillWord({ side, client_id })}`}</span> {symbol}
        </button>
      </td>
      <FigureCell data-title="Size">{exactFigure(size)}</FigureCell>
      <FigureCell data-title="Price">
        <Price of={price} symbol={symbol} />
      </FigureCell>
      <FigureCell data-title="Fee" title={fee}>
        {amountFigure(fee)}
      </FigureCell>
      <FigureCell data-title="Realised" data-tone={toneOf(realised)} title={`${realised} before fees`}>
        {/[1-9]/.test(realised) ? signedAmount(realised) : '—'}
      </FigureCell>
      <td data-title="Role">{liquidity}</td>
      <td data-title="When" title={utcText(Date.parse(at))}>
        {momentText(Date.parse(at))}
      </td>
    </tr>
  )
})

export function FillEvidence({ fill }: { readonly fill: TradingFill }) {
  const { evidence, liquidity, fee_rate, fee_schedule, notional, fee } = fill
  return (
    <div className="fill-evidence whitespace-normal pt-2 pr-3 pb-3 pl-6 text-left text-ink-2">
      <p>{liquidity === 'taker' ? takerText(fill) : makerText(fill)}</p>
      {evidence.is_inferred && <p className="text-warning">Inferred: the book moved through the price, but no trade was seen.</p>}
      <table className="pane-table num" aria-label="Levels traded">
        <TableHead titles={['Price', 'Size']} />
        <tbody>
          {evidence.levels.map(([price, size]) => (
            <tr key={`${price} ${size}`}>
              <FigureCell>
                <Price of={price} symbol={fill.symbol} />
              </FigureCell>
              <FigureCell>{exactFigure(size)}</FigureCell>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{`Fee: ${exactFigure(notional)} × ${percentFigure4(fee_rate)} (${fee_schedule}) = ${exactFigure(fee)} USDC, rounded up.`}</p>
    </div>
  )
}

const takerText = ({ evidence }: TradingFill): string =>
  tookLevels(evidence.levels.length === 1 ? 'one level' : `${evidence.levels.length} levels`, bookText(evidence))

function makerText({ evidence }: TradingFill): string {
  const trade = evidence.trade === null ? '' : ` A trade of ${exactFigure(evidence.trade)} arrived`
  const ahead = evidence.ahead === null ? '' : ` with ${exactFigure(evidence.ahead)} ahead of your order`
  return `Rested in the book.${trade}${trade === '' ? ahead : `${ahead}.`} The latest book was ${bookText(evidence)}.`
}

/** Our book sequence number, and the source's own number and time for reference. */
function bookText({ book, venue_book }: TradingFill['evidence']): string {
  return venue_book === null ? `book ${book}` : `book ${book} (the source's ${venue_book.seq}, ${instantText(venue_book.at)})`
}

/** Milliseconds: there are many books a second. */
const instantText = (at: string): string => at.replace('T', ' ').replace(/Z$/, ' UTC')

const percentFigure4 = (rate: string): string => {
  const [whole = '', rest = ''] = rate.split('.')
  const digits = rest.padEnd(2, '0')
  const moved = `${whole}${digits.slice(0, 2)}.${digits.slice(2)}`.replace(/^0+(?=\d)/, '').replace(/\.?0*$/, '')
  return moved === '' ? percentFigure(rate) : `${moved}%`
}

const tookLevels = (text: string, evidence: string) => `Took ${text} of ${evidence}, best first.`
