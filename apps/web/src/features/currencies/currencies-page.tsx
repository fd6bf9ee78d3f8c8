import './currencies.css'
import { isSupportedSymbol } from '@aerie/wire/market/supported-symbols'
import { useRef } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { ProvenanceHost } from '../../market-views/figure/provenance-host.tsx'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { CoinHeader } from './coin-header.tsx'
import { CoinTabs } from './coin-tabs.tsx'
import { CoinWorkspace } from './coin-workspace.tsx'
import { coinPath } from './screen-params.ts'
import { UnknownCurrency } from './unknown-currency.tsx'

/** Everything about one coin: `/currencies/{currency}`. */
export function CurrenciesPage() {
  const { currency = '' } = useParams()
  const { search } = useLocation()
  if (isSupportedSymbol(currency)) return <Coin symbol={currency} />
  const upper = currency.toUpperCase()
  if (isSupportedSymbol(upper)) return <Navigate to={coinPath(upper, search)} replace />
  return <UnknownCurrency typed={currency} />
}

function Coin({ symbol }: { readonly symbol: string }) {
  const page = useRef<HTMLDivElement>(null)
  const isWide = useIsWide()
  return (
    <div className="currency" ref={page}>
      <CoinHeader symbol={symbol} />
      {isWide ? <CoinWorkspace symbol={symbol} /> : <CoinTabs symbol={symbol} />}
      <ProvenanceHost area={page} />
    </div>
  )
}
