import type { TradingFill } from '@aerie/wire/trading/trading-positions'
import { exactFigure, percentFigure } from '../../../platform/format/figures.ts'
import { Price } from '../../../trading/account/price.tsx'
import * as WORDS from './fills-words.ts'

/** What a fill met in the market. */
export function FillEvidence({ fill }: { readonly fill: TradingFill }) {
  const { evidence, liquidity, fee_rate, fee_schedule, notional, fee } = fill
  return (
    <div className="fill-evidence">
      <p>{liquidity === 'taker' ? takerWords(fill) : makerWords(fill)}</p>
      {evidence.is_inferred && <p className="text-warning">Inferred: the book moved through the price, but no trade was seen.</p>}
      <table className="pane-table num" aria-label="Levels traded">
        <thead>
          <tr>
            <th scope="col">Price</th>
            <th scope="col">{WORDS.size}</th>
          </tr>
        </thead>
        <tbody>
          {evidence.levels.map(([price, size]) => (
            <tr key={`${price} ${size}`}>
              <td translate="no">
                <Price of={price} symbol={fill.symbol} />
              </td>
              <td translate="no">{exactFigure(size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{WORDS.feeFormula(exactFigure(notional), percentFigure4(fee_rate), fee_schedule, exactFigure(fee))}</p>
    </div>
  )
}

const takerWords = ({ evidence }: TradingFill): string =>
  tookLevels(evidence.levels.length === 1 ? 'one level' : `${evidence.levels.length} levels`, bookWords(evidence))

function makerWords({ evidence }: TradingFill): string {
  const trade = evidence.trade === null ? '' : ` A trade of ${exactFigure(evidence.trade)} arrived`
  const ahead = evidence.ahead === null ? '' : ` with ${exactFigure(evidence.ahead)} ahead of your order`
  return `Rested in the book.${trade}${trade === '' ? ahead : `${ahead}.`} The latest book was ${bookWords(evidence)}.`
}

/** Our count of the books, and the source's own number and instant, by which it can be found there. */
function bookWords({ book, venue_book }: TradingFill['evidence']): string {
  return venue_book === null ? `book ${book}` : `book ${book} (the source's ${venue_book.seq}, ${instantText(venue_book.at)})`
}

/** To the millisecond: books come many a second. */
const instantText = (at: string): string => at.replace('T', ' ').replace(/Z$/, ' UTC')

/** A fee rate has more digits than a percentage on a screen. */
const percentFigure4 = (rate: string): string => {
  const [whole = '', rest = ''] = rate.split('.')
  const digits = rest.padEnd(2, '0')
  const moved = `${whole}${digits.slice(0, 2)}.${digits.slice(2)}`.replace(/^0+(?=\d)/, '').replace(/\.?0*$/, '')
  return moved === '' ? percentFigure(rate) : `${moved}%`
}

const tookLevels = (text: string, evidence: string) => `Took ${text} of ${evidence}, best first.`
