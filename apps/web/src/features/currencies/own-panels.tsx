import { ButtonLink } from '../../ui/button-link.tsx'

/** What the user has of this coin. Wallet balances and the paper account come with later releases; until then nothing is claimed. */
export const OwnHoldings = ({ symbol }: { readonly symbol: string }) => (
  <div className="flex flex-col items-start gap-3 p-3">
    <p className="text-12 text-ink-2">
      Not tracked yet. What you have of {symbol} in linked wallets and in your trading account will stand here, with its value and cost.
    </p>
    <ButtonLink size="sm" variant="secondary" to="/account/wallets">
      Wallets
    </ButtonLink>
  </div>
)

/** The user's alerts on this coin, which come with a later release. */
export const OwnAlerts = ({ symbol }: { readonly symbol: string }) => (
  <div className="flex flex-col items-start gap-3 p-3">
    <p className="text-12 text-ink-2">None can be set yet. Alerts on the price of {symbol} will be listed here and drawn on the chart.</p>
    <ButtonLink size="sm" variant="secondary" to="/tradealerts">
      Trade Alerts
    </ButtonLink>
  </div>
)
