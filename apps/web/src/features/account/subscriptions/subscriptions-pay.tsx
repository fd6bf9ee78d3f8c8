import type { SubscriptionsStatus } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/http/query-client.ts'
import { chainQuery } from '../../../market-views/gate/account-queries.ts'
import { WalletGate } from '../../../market-views/gate/wallet-gate.tsx'
import { useSession } from '../../../session/session.ts'
import { storedWallet } from '../../../session/stored-wallet.ts'
import { addressOf } from '../../../wallet/address-of.ts'
import { SubscriptionsPayForm } from './subscriptions-pay-form.tsx'

type SubscriptionsPayProps = { readonly plans: NonNullable<SubscriptionsStatus['plans']>; readonly own: SubscriptionsStatus['own'] }

/** Paying for a plan that the account does not have, once a wallet and contracts are there. */
export function SubscriptionsPay({ plans, own }: SubscriptionsPayProps) {
  const owner = useSession(({ user }) => storedWallet(user))
  const { data } = useQuery(chainQuery, queryClient)
  const sold = plans.filter((plan) => plan.included === null)
  if (sold.length === 0) return <p className="p-4 text-13 text-ink-2">Nothing to pay: you have every plan on offer.</p>
  const { usdc, subscriptions } = data?.contracts ?? {}
  return (
    <WalletGate why="Plans are paid in USDC from your wallet, for 1 to 24 months. Connect one to pay.">
      {usdc === undefined || subscriptions === undefined || owner === null ? (
        <p className="p-4 text-13 text-ink-2">Payments are not available yet. Try again in a moment.</p>
      ) : (
        <SubscriptionsPayForm
          plans={sold}
          own={own}
          owner={addressOf(owner)}
          contracts={{ usdc: addressOf(usdc), subscriptions: addressOf(subscriptions) }}
        />
      )}
    </WalletGate>
  )
}
