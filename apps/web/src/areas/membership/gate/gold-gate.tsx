import { ENTITLEMENT_LEVELS } from '@aerie/core/entitlement-levels'
import type { TierStatus } from '@aerie/wire/account/wallets'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../platform/api/query-client.ts'
import { ageText } from '../../../platform/live/market/age-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { shortAddress } from '../address-of.ts'
import { amountText } from '../amount-text.ts'
import { tierQuery, walletsQuery } from './account-queries.ts'

export function GoldGate() {
  const query = useQuery(tierQuery, queryClient)
  const { isFetching, refetch, dataUpdatedAt } = query
  return (
    <QueryView
      query={query}
      loading="Loading your tier"
      failed="Your tier could not be loaded"
      stale="These are the last known values."
      rows={3}
      rowClassName="h-4 w-full"
      className="p-4"
    >
      {(tier) => (
        <div className="flex flex-col gap-3 p-4">
          <Verdict tier={tier} />
          {tier.have !== null && <Progress have={BigInt(tier.have)} need={BigInt(tier.need)} />}
          {tier.amounts !== null && <Amounts amounts={tier.amounts} />}
          <p className="num text-13 text-ink-2">{goldGives}</p>
          {tier.state !== 'none' && (
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="text-12 text-ink-2">{proofText(tier, dataUpdatedAt)}</p>
              <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
                Refresh
              </Button>
            </div>
          )}
        </div>
      )}
    </QueryView>
  )
}

const { gold, claw } = ENTITLEMENT_LEVELS
const goldGives = `Gold gives ${gold.dailyCalls.toLocaleString('en-US')} market-data calls a day instead of ${claw.dailyCalls}, ${gold.activeAlerts} alerts instead of ${claw.activeAlerts}, and ${gold.copiedLeaders} copied leaders instead of ${claw.copiedLeaders}.`

function Verdict({ tier }: { readonly tier: TierStatus }) {
  return (
    <div className="text-15 text-ink-1">
      {tier.state === 'none' ? <WhyNoTier /> : verdictText(tier)}{' '}
      <Explain title="the gold tier">
        <p>{`Hold at least ${amountText(tier.need)} AERIE in your main wallet, vested tokens included.`}</p>
        <Formula>{`balance + vested ≥ ${amountText(tier.need)} AERIE`}</Formula>
        <p>Staked tokens do not count. If the chain does not answer, the last reading applies for a day.</p>
      </Explain>
    </div>
  )
}

function WhyNoTier() {
  const { data: wallets } = useQuery(walletsQuery, queryClient)
  if (wallets === undefined) return 'No main wallet, so no tier yet.'
  return wallets.length === 0 ? 'Connect a wallet to see your tier.' : 'Select a main wallet to see your tier.'
}

function verdictText({ state, gold, have, need }: TierStatus): string {
  if (state === 'unknown') return 'Tier not known: the chain did not answer, and there is no reading of the last day.'
  const kept = state === 'kept' ? ` The chain did not answer in time. This is the last reading.` : ''
  if (gold) return `You are in the gold tier.${kept}`
  const missing = have === null ? null : BigInt(need) - BigInt(have)
  return `${missing === null ? 'Not in the gold tier yet.' : `${`${amountText(missing)} AERIE`} to go until the gold tier.`}${kept}`
}

const PER_MILLE = 1000n

function Progress({ have, need }: { readonly have: bigint; readonly need: bigint }) {
  const share = have >= need ? PER_MILLE : (have * PER_MILLE) / need
  return (
    <div className="flex flex-col gap-1">
      <div
        role="progressbar"
        aria-label="Progress to gold"
        aria-valuemin={0}
        aria-valuemax={1000}
        aria-valuenow={Number(share)}
        aria-valuetext={ofText(amountText(have), amountText(need))}
        className="h-2 w-full overflow-hidden rounded-full border border-line-input bg-surface-0"
      >
        <div className="h-full bg-accent" style={{ width: `${Number(share) / 10}%` }} />
      </div>
      <p className="num text-13 text-ink-2">{ofText(amountText(have), amountText(need))}</p>
    </div>
  )
}

const PARTS = ['unstaked', 'vested', 'staked', 'total'] as const

const Amounts = ({ amounts }: { readonly amounts: NonNullable<TierStatus['amounts']> }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
    {PARTS.map((key) => (
      <div key={key}>
        <dt className="text-12 text-ink-2">{parts[key]}</dt>
        <dd translate="no" className="num text-13 text-ink-1">
          {amountText(amounts[key])}
        </dd>
      </div>
    ))}
  </dl>
)

function proofText({ block, proven_at: provenAt, contract, wallet }: TierStatus, readAt: number): string {
  if (block === null || provenAt === null) return 'Nothing has been read from the chain yet.'
  const age = ageText(Math.max(0, readAt - provenAt))
  const source = contract === null ? 'the chain' : `contract ${shortAddress(contract)}`
  return `${`From ${source}, block ${block.toLocaleString('en-US')}, ${age} old`}${wallet === null ? '' : `, for ${shortAddress(wallet)}`}.`
}

const ofText = (have: string, need: string) => `${have} of ${need} AERIE`

const parts = { unstaked: 'In wallet', vested: 'Vested', staked: 'Staked (does not count)', total: 'Total' }
