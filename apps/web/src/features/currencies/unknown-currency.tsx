import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryClient } from '../../lib/http/query-client.ts'
import { BARE_COINS, coinsQuery } from '../../market-views/coins/coins-query.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { CoinPicker } from './coin-picker.tsx'
import { suggestCoins } from './suggest-coins.ts'

/** No such currency: says so, and offers those that may have been meant. */
export function UnknownCurrency({ typed }: { readonly typed: string }) {
  usePageTitle('Currency not found')
  const { data: coins = BARE_COINS } = useQuery(coinsQuery, queryClient)
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
      <h1 className="font-semibold text-24">Currency not found</h1>
      <p className="max-w-[46ch] break-words text-15 text-ink-2">{`“${typed}” is not among the supported currencies. Did you mean one of these?`}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {suggestCoins(typed, coins).map(({ symbol, name }) => (
          <li key={symbol}>
            <Link
              to={`/currencies/${symbol}`}
              className="inline-flex min-h-8 items-center gap-2 rounded-md border border-line-input px-3 text-13 text-ink-1 hover:bg-surface-3 pointer-coarse:min-h-11"
            >
              <span className="font-semibold">{symbol}</span>
              {name !== null && <span className="text-ink-2">{name}</span>}
            </Link>
          </li>
        ))}
      </ul>
      <CoinPicker symbol={null} />
    </div>
  )
}
