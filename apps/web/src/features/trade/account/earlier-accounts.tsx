import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/query-client.ts'
import { momentText } from '../../../market-views/forecast/forecast-text.ts'
import { usdcFigure } from '../../../trading/exact.ts'
import { accountWords } from '../../../trading/source-words.ts'
import { tradingCalls } from '../../../trading/trading-calls.ts'

/** Accounts that were closed, and those of other market sources: they can only be looked at. */
export function EarlierAccounts({ present }: { readonly present: string }) {
  const { data } = useQuery(
    { queryKey: ['trading', 'accounts', present], queryFn: ({ signal }) => tradingCalls.accounts({ signal }) },
    queryClient,
  )
  const others = data?.filter(({ id }) => id !== present) ?? []
  if (others.length === 0) return null
  return (
    <table className="pane-table num" aria-label="Other accounts, read-only">
      <thead>
        <tr>
          <th scope="col">Other accounts (read-only)</th>
          <th scope="col">Cash</th>
          <th scope="col">Opened</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {others.map((account) => (
          <tr key={account.id}>
            <td title={account.source}>{accountWords(account)}</td>
            <td title={account.cash}>{usdcFigure(account.cash)}</td>
            <td>{momentText(Date.parse(account.opened_at))}</td>
            <td>{account.closed_at === null ? 'of another market source' : `closed ${momentText(Date.parse(account.closed_at))}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
