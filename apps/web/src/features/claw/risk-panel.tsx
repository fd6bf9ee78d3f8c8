import type { TierStatus } from '@aerie/wire/wallets'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { ageText } from '../../live/age-text.ts'
import { DASH } from '../../live/figure-text.ts'
import { tierQuery } from '../../market-views/gate/account-queries.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import { shortAddress } from '../../wallet/short-address.ts'
import { OpenRisk } from './open-risk.tsx'

/** What the user has at stake: open positions of the trading account, and what stands on the chain. */
export function RiskPanel({ className }: { readonly className: string }) {
  const subscription = useSession(({ user }) => user?.subscription ?? null)
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(tierQuery, queryClient)
  return (
    <Panel title="Your open risk" className={className}>
      <div className="flex flex-col gap-3 p-3">
        <OpenRisk />
        {data === undefined && error === null && (
          <div role="status" aria-label="Reading your holdings" className="flex min-h-24 flex-col gap-2">
            <SkeletonRows count={3} />
          </div>
        )}
        {data !== undefined && <Holdings tier={data} subscription={subscription} readAt={dataUpdatedAt} />}
        {error !== null && (
          <p role="alert" className="flex flex-wrap items-center gap-2 text-12 text-warning">
            Your holdings could not be read{data === undefined ? '' : ' again: these are the last reading'}. {errorText(error)}
            <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          </p>
        )}
      </div>
    </Panel>
  )
}

type HoldingsProps = { readonly tier: TierStatus; readonly subscription: string | null; readonly readAt: number }

function Holdings({ tier, subscription, readAt }: HoldingsProps) {
  const { wallet, amounts, block, proven_at } = tier
  return (
    <>
      <dl className="claw-facts">
        <Fact title="Subscription">{subscription ?? DASH}</Fact>
        <Fact title="Tier">{tierText(tier)}</Fact>
        <Fact title="Staked">{amounts === null ? DASH : `${amountText(amounts.staked)} AERIE`}</Fact>
        <Fact title="In the wallet">{amounts === null ? DASH : `${amountText(amounts.unstaked)} AERIE`}</Fact>
      </dl>
      <p className="num text-12 text-ink-2">
        {wallet === null
          ? 'No wallet is the main one, so nothing on the chain is yours to be shown.'
          : `${shortAddress(wallet)}${block === null ? '' : `, read at block ${block.toLocaleString('en-US')}`}${
              proven_at === null ? '' : `, ${ageText(Math.max(0, readAt - proven_at))} before this page asked`
            }.`}
      </p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink size="sm" to={wallet === null ? '/account/wallets' : '/traderewards/stake'}>
          {wallet === null ? 'Link a wallet' : 'Stake and rewards'}
        </ButtonLink>
        <ButtonLink size="sm" to="/account/subscriptions">
          Subscriptions
        </ButtonLink>
      </p>
    </>
  )
}

const Fact = ({ title, children }: { readonly title: string; readonly children: string }) => (
  <div className="min-w-0">
    <dt className="text-12 text-ink-2">{title}</dt>
    <dd className="num break-words font-medium text-15 text-ink-1">{children}</dd>
  </div>
)

function tierText({ state, gold }: TierStatus): string {
  if (state === 'none') return 'None'
  if (state === 'unknown') return `${DASH} (the chain could not be read)`
  return `${gold ? 'Gold' : 'Not gold'}${state === 'kept' ? ', last proof' : ''}`
}
