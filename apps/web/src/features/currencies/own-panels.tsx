/** What the user has of this coin. Wallet balances and the paper account come with later releases; until then nothing is claimed. */
export const OwnHoldings = ({ symbol }: { readonly symbol: string }) => (
  <p className="px-3 py-3 text-12 text-ink-2">
    Nothing is tracked yet. {symbol} in your linked wallets and in your trading account will stand here with its value and cost, once the
    later releases that bring wallets and trading are there.
  </p>
)

/** The user's alerts on this coin, which come with a later release. */
export const OwnAlerts = ({ symbol }: { readonly symbol: string }) => (
  <p className="px-3 py-3 text-12 text-ink-2">
    No alerts yet. Alerts on the price of {symbol} come with a later release; they will be listed here and drawn on the chart.
  </p>
)
