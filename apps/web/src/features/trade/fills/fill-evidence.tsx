import type { TradingFill } from '@aerie/wire/trading-positions'
import { figure, percentFigure } from '../../../trading/exact.ts'

/** What a fill met in the market. */
export function FillEvidence({ fill }: { readonly fill: TradingFill }) {
  const { evidence, liquidity, fee_rate, fee_schedule, notional, fee } = fill
  return (
    <div className="fill-evidence">
      <p>{liquidity === 'taker' ? takerWords(fill) : makerWords(fill)}</p>
      {evidence.is_inferred && (
        <p className="text-warning">No trade was seen, but the book moved through the price. The fill is inferred.</p>
      )}
      <table className="pane-table num" aria-label="Levels that were traded">
        <thead>
          <tr>
            <th scope="col">Price</th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          {evidence.levels.map(([price, size]) => (
            <tr key={`${price} ${size}`}>
              <td>{figure(price)}</td>
              <td>{figure(size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{`Fee: ${figure(notional)} × ${percentFigure4(fee_rate)} (${fee_schedule}) = ${figure(fee)} USDC, rounded up.`}</p>
    </div>
  )
}

const takerWords = ({ evidence }: TradingFill): string =>
  `Took ${evidence.levels.length === 1 ? 'one level' : `${evidence.levels.length} levels`} of ${bookWords(evidence)}, best first.`

function makerWords({ evidence }: TradingFill): string {
  const trade = evidence.trade === null ? '' : ` A trade of ${figure(evidence.trade)} came`
  const ahead = evidence.ahead === null ? '' : ` with ${figure(evidence.ahead)} ahead of it in the queue`
  return `Rested in the book.${trade}${trade === '' ? ahead : `${ahead}.`} Newest book: ${bookWords(evidence)}.`
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
