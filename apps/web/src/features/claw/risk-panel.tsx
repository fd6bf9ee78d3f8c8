import type { TierStatus } from '@aerie/wire/account/wallets'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../lib/http/query-client.ts'
import { ageText } from '../../live/market/age-text.ts'
import { tierQuery } from '../../market-views/gate/account-queries.ts'
import { DASH } from '../../platform/format/figures.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryNotice, StaleMark } from '../../ui/states/query-view.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import { shortAddress } from '../../wallet/short-address.ts'
import { CLAW_WORDS } from './claw-words.ts'
import { OpenRisk } from './open-risk.tsx'

const { risk: WORDS } = CLAW_WORDS

/** What is open in the trading account. */
export const RiskPanel = ({ className }: { readonly className: string }) => (
  <Panel title={WORDS.title} className={className}>
    <div className="flex flex-col gap-3 p-3">
      <OpenRisk />
    </div>
  </Panel>
)

/** What the user holds on the chain, and what it entitles to. */
export function HoldingsPanel({ className }: { readonly className: string }) {
  const subscription = useSession(({ user }) => user?.subscription ?? null)
  const query = useQuery(tierQuery, queryClient)
  const { data, error, dataUpdatedAt } = query
  return (
    <Panel title={WORDS.holdings} className={className}>
      <div className="flex flex-col gap-3 p-3">
        {data === undefined && error === null && (
          <div role="status" aria-label={WORDS.loading} className="flex min-h-24 flex-col gap-2">
            <SkeletonRows count={3} />
          </div>
        )}
        {data !== undefined && (
          <StaleMark isStale={error !== null}>
            <Holdings tier={data} subscription={subscription} readAt={dataUpdatedAt} />
          </StaleMark>
        )}
        <QueryNotice query={query} text={data === undefined ? WORDS.failed : WORDS.stale} role="alert" />
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
        <Fact title={WORDS.subscription}>{subscription ?? DASH}</Fact>
        <Fact title={WORDS.tier}>{tierText(tier)}</Fact>
        <Fact title={WORDS.staked}>{amounts === null ? DASH : `${amountText(amounts.staked)} AERIE`}</Fact>
        <Fact title={WORDS.wallet}>{amounts === null ? DASH : `${amountText(amounts.unstaked)} AERIE`}</Fact>
      </dl>
      <p className="num text-12 text-ink-2">
        {wallet === null
          ? WORDS.noWallet
          : `${shortAddress(wallet)}${block === null ? '' : WORDS.block(block.toLocaleString('en-US'))}${
              proven_at === null ? '' : WORDS.age(ageText(Math.max(0, readAt - proven_at)))
            }.`}
      </p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink size="sm" to={wallet === null ? '/account/wallets' : '/traderewards/stake'}>
          {wallet === null ? WORDS.link : WORDS.stake}
        </ButtonLink>
        <ButtonLink size="sm" to="/account/subscriptions">
          {WORDS.subscriptions}
        </ButtonLink>
      </p>
    </>
  )
}

const Fact = ({ title, children }: { readonly title: string; readonly children: string }) => (
  <div className="min-w-0">
    <dt className="text-12 text-ink-2">{title}</dt>
    <dd translate="no" className="num break-words font-medium text-15 text-ink-1">
      {children}
    </dd>
  </div>
)

function tierText({ state, gold }: TierStatus): string {
  if (state === 'none') return WORDS.tiers.none
  if (state === 'unknown') return `${DASH} (${WORDS.tiers.unknown})`
  return `${gold ? WORDS.tiers.gold : WORDS.tiers.notGold}${state === 'kept' ? WORDS.tiers.kept : ''}`
}
