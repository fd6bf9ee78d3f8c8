import { type AlertFiring, isAccountEvent } from '@aerie/wire/alerts/alert-rows'
import { Button } from '../../ui/controls/button.tsx'
import { tradeOnAlert } from '../trading/index.ts'

type TradeFiringProps = { readonly firing: AlertFiring; readonly onTrade?: () => void }

/** Renders nothing without a coin or an alert. The journal records which alert an order came from. */
export function TradeFiring({ firing: { id, terms, text }, onTrade }: TradeFiringProps) {
  const { symbol } = terms
  if (symbol === undefined || isAccountEvent(terms.kind)) return null
  const trade = () => {
    onTrade?.()
    tradeOnAlert(symbol, id)
  }
  return (
    <Button size="sm" variant="ghost" aria-label={`Trade ${symbol}: ${text}`} onClick={trade}>
      Trade
    </Button>
  )
}
