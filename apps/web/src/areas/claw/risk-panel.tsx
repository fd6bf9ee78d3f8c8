import type { TierStatus } from '@aerie/wire/account/wallets'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../platform/api/query-client.ts'
import { DASH } from '../../platform/format/figures.ts'
import { ageText } from '../../platform/live/market/age-text.ts'
import { useSession } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { amountText, shortAddress, tierQuery } from '../membership/index.ts'
import { Fact, OpenRisk } from './open-risk.tsx'

export const RiskPanel = ({ className }: { readonly className: string }) => (
  <Panel title="Your open risk" className={className}>
    <div className="flex flex-col gap-3 p-3">
      <OpenRisk />
    </div>
  </Panel>
)

export function HoldingsPanel({ className }: { readonly className: string }) {
  const subscription = useSession(({ user }) => user?.subscription ?? null)
  const query = useQuery(tierQuery, queryClient)
  return (
    <Panel title="Your AERIE" className={className}>
      <div className="flex flex-col gap-3 p-3">
        <QueryView
          query={query}
          loading="Loading your holdings"
          failed="Your holdings could not be loaded"
          stale="Your holdings could not be updated; these are the last values."
          isCompact
          rows={3}
          rowClassName="h-4 w-full"
          className="min-h-24"
        >
          {(tier) => <Holdings tier={tier} subscription={subscription} readAt={query.dataUpdatedAt} />}
        </QueryView>
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
        <Fact title="In wallet">{amounts === null ? DASH : `${amountText(amounts.unstaked)} AERIE`}</Fact>
      </dl>
      <p className="num text-12 text-ink-2">
        {wallet === null
          ? 'Link a wallet to see your AERIE here.'
          : `${shortAddress(wallet)}${block === null ? '' : `, block ${block.toLocaleString('en-US')}`}${
              proven_at === null ? '' : `, ${ageText(Math.max(0, readAt - proven_at))} old`
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

function tierText({ state, gold }: TierStatus): string {
  if (state === 'none') return 'None'
  if (state === 'unknown') return `${DASH} (the chain did not answer)`
  return `${gold ? 'Gold' : 'Not gold'}${state === 'kept' ? ', last reading' : ''}`
}
