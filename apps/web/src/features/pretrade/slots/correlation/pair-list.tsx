import { type Grid, pairsOf } from './correlation-grid.ts'
import { boundsText, coefficientText } from './correlation-text.ts'
import { CORRELATION_WORDS as WORDS } from './correlation-words.ts'

type PairListProps = { readonly grid: Grid; readonly onOpen: (a: string, b: string) => void }

/** The matrix as a table: each pair once, highest first. */
export const PairList = ({ grid, onOpen }: PairListProps) => (
  <table className="stat-table num">
    <caption className="sr-only">{WORDS.pairList.tableLabel}</caption>
    <thead>
      <tr>
        <th scope="col">{WORDS.pairList.pair}</th>
        <th scope="col">{WORDS.shared.correlation}</th>
        <th scope="col">{WORDS.pairList.interval95}</th>
        <th scope="col">{WORDS.pairList.pairsOfReturns}</th>
      </tr>
    </thead>
    <tbody>
      {pairsOf(grid).map(({ a, b, ...cell }) => (
        <tr key={`${a} ${b}`}>
          <th scope="row">
            <button type="button" className="stat-link" onClick={() => onOpen(a, b)}>
              {a} · {b}
            </button>
          </th>
          <td translate="no">{coefficientText(cell.value)}</td>
          <td translate="no">{boundsText(cell)}</td>
          <td translate="no">{cell.pairs.toLocaleString('en-US')}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
