import { itemAt } from '@aerie/core/item-at'
import { microText } from '../money-text.ts'
import type { Journal } from '../trips.ts'

/** What the rows on show came to: the sum is a fact, however few they are. */
export function FewTrades({ journal, rows }: { readonly journal: Journal; readonly rows: Uint32Array }) {
  const sums = sumsOf(journal, rows)
  return (
    <dl className="trades-sums num">
      <Sum title="Net" value={`${microText(sums.net)} USDC`} />
      <Sum title="Won" value={sums.won.toLocaleString('en-US')} />
      <Sum title="Lost" value={sums.lost.toLocaleString('en-US')} />
      <Sum title="Fees" value={`${microText(sums.fees).replace('+', '')} USDC`} />
      {sums.open > 0 && <Sum title="Open" value={sums.open.toLocaleString('en-US')} />}
      {sums.notReal > 0 && <Sum title="Not real prices" value={`${sums.notReal.toLocaleString('en-US')} of them`} />}
      {sums.notCounted > 0 && <Sum title="Not included" value={`${sums.notCounted.toLocaleString('en-US')} without a result in USDC`} />}
    </dl>
  )
}

const Sum = ({ title, value }: { readonly title: string; readonly value: string }) => (
  <div>
    <dt>{title}</dt>
    <dd translate="no">{value}</dd>
  </div>
)

/** Sums over rows whose result is known in dollars; the others are counted. */
export function sumsOf({ table, trips }: Journal, rows: Uint32Array) {
  let [net, fees, won, lost, open, notCounted, notReal] = [0, 0, 0, 0, 0, 0, 0]
  for (const row of rows) {
    const { currency, source_kind: kind } = itemAt(trips, row)
    const result = itemAt(table.figures.net, row)
    if (itemAt(table.isOpen, row) === 1) {
      open += 1
      continue
    }
    if (Number.isNaN(result) || currency !== 'USDC') {
      notCounted += 1
      continue
    }
    net += result
    notReal += Number(kind === 'sim' || kind === 'replay')
    fees += itemAt(table.figures.fees, row)
    won += Number(result > 0)
    lost += Number(result < 0)
  }
  return { net, fees, won, lost, open, notCounted, notReal }
}
