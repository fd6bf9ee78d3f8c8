import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../lib/http/query-client.ts'
import { momentText } from '../../../market-views/forecast/forecast-text.ts'
import { amountFigure } from '../../../platform/format/figures.ts'
import { tradingCalls } from '../../../trading/account/trading-calls.ts'
import { accountWords } from '../../../trading/source-words.ts'
import { OldAccount } from './old-account.tsx'
import * as WORDS from './paper-account-words.ts'

/** Accounts that were closed, and those of other market sources: they can only be looked at. */
export function EarlierAccounts({ present }: { readonly present: string }) {
  const { data } = useQuery(
    { queryKey: ['trading', 'accounts', present], queryFn: ({ signal }) => tradingCalls.accounts({ signal }) },
    queryClient,
  )
  const [opened, setOpened] = useState<TradingAccount | null>(null)
  const others = data?.filter(({ id }) => id !== present) ?? []
  if (others.length === 0) return null
  return (
    <>
      <table className="pane-table pane-cards num" aria-label="Other accounts, read-only">
        <thead>
          <tr>
            <th scope="col">Other accounts (read-only)</th>
            <th scope="col">{WORDS.cash}</th>
            <th scope="col">Opened</th>
            <th scope="col">{WORDS.state}</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {others.map((account) => (
            <tr key={account.id}>
              <td title={account.source}>{accountWords(account)}</td>
              <td translate="no" data-title={WORDS.cash} title={account.cash}>
                {amountFigure(account.cash)}
              </td>
              <td data-title="Opened">{momentText(Date.parse(account.opened_at))}</td>
              <td data-title={WORDS.state}>
                {account.closed_at === null ? 'of another market source' : `closed ${momentText(Date.parse(account.closed_at))}`}
              </td>
              <td>
                <button
                  type="button"
                  className="pane-button"
                  aria-label={`Open the account of ${momentText(Date.parse(account.opened_at))}, read-only`}
                  onClick={() => setOpened(account)}
                >
                  Open
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {opened !== null && <OldAccount account={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
