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
          <td>{coefficientText(cell.value)}</td>
          <td>{boundsText(cell)}</td>
          <td>{cell.pairs.toLocaleString('en-US')}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
