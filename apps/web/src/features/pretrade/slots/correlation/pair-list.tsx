import { type Grid, pairsOf } from './correlation-grid.ts'
import { boundsText, coefficientText } from './correlation-text.ts'

type PairListProps = { readonly grid: Grid; readonly onOpen: (a: string, b: string) => void }

/** The matrix as a table: each pair once, highest first. */
export const PairList = ({ grid, onOpen }: PairListProps) => (
  <table className="stat-table num">
    <caption className="sr-only">Correlation of each pair, highest first</caption>
    <thead>
      <tr>
        <th scope="col">Pair</th>
        <th scope="col">Correlation</th>
        <th scope="col">95% interval</th>
        <th scope="col">Pairs of returns</th>
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
