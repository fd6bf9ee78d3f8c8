import type { TierStatus } from '@aerie/wire/account/wallets'
import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { Panel } from '../../../ui/panel.tsx'
import { addressOf } from '../address-of.ts'
import { amountText } from '../amount-text.ts'
import { chainQuery, tierQuery } from '../gate/account-queries.ts'
import { GoldGate } from '../gate/gold-gate.tsx'
import { TestFunds } from '../gate/test-funds.tsx'
import { WalletGate } from '../gate/wallet-gate.tsx'
import { Aerie, Fact, Facts, Unknown } from '../rewards/facts.tsx'
import { aprWith, endsWithin, monthlyOf, percentOf, roughSpan, roughText, shareText } from '../rewards/live-rewards.ts'
import { RewardsFrame, type StakingContracts } from '../rewards/rewards-frame.tsx'
import { useHeld, WithPosition } from '../rewards/with-position.tsx'
import { allowanceQuery } from '../transactions/allowance-query.ts'
import { AmountEntry, readEntry } from '../transactions/amount-entry.tsx'
import { GasLine } from '../transactions/gas-line.tsx'
import { PermitSteps } from '../transactions/permit-steps.tsx'
import { useIsUnderWay } from '../transactions/transactions.ts'
import type { Address } from '../wallet-state.ts'
import { stakingCalls } from './staking-calls.ts'

export function StakePage() {
  return (
    <RewardsFrame title="Stake">
      {(contracts) => (
        <>
          <Panel title="Stake AERIE">
            <WithPosition>
              {(position, pool) => (
                <WalletGate>
                  <StakeForm contracts={contracts} position={position} pool={pool} />
                </WalletGate>
              )}
            </WithPosition>
          </Panel>
          <Panel title="Gold tier">
            <GoldGate />
          </Panel>
        </>
      )}
    </RewardsFrame>
  )
}

type StakeFormProps = { readonly contracts: StakingContracts; readonly position: StakingPosition; readonly pool: StakingPool }

export function StakeForm({ contracts, position, pool }: StakeFormProps) {
  const [text, setText] = useState('')
  const available = BigInt(position.unstaked)
  const { units } = readEntry(text, available)
  const owner = addressOf(position.wallet)
  const { token, staking } = contracts
  const calls = stakingCalls(staking)
  const { data: held } = useQuery(allowanceQuery({ token, owner, spender: staking }), queryClient)
  const isAllowed = units !== undefined && held !== undefined && held.allowance >= units
  const call = units === undefined ? null : calls.stake(units)
  const isUnderWay = useIsUnderWay('stake')
  const { data: tier } = useQuery(tierQuery, queryClient)
  // Freezes the displayed values and warnings until the transaction is mined.
  const seen = {
    amount: useHeld(units, isUnderWay),
    position: useHeld(position, isUnderWay),
    pool: useHeld(pool, isUnderWay),
    tier: useHeld(tier, isUnderWay),
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
      <p className="text-13 text-ink-2">Staked AERIE earns rewards every second. It does not count towards the gold tier.</p>
      {available === 0n && <NothingHeld owner={owner} />}
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <AmountEntry label="Amount" text={text} onChange={setText} available={available} place="in your wallet" />
        {units !== undefined && !isUnderWay && <MonthlyReward amount={units} pool={pool} />}
      </div>
      {seen.amount !== undefined && <StakePreview {...seen} amount={seen.amount} />}
      {pool.deposits_paused && (
        <p role="status" className="text-13 text-warning">
          New stakes are paused by the operator. You can still withdraw and claim.
        </p>
      )}
      <PermitSteps
        token={token}
        spender={staking}
        amount={units ?? null}
        isAllowed={isAllowed}
        kind="stake"
        title={units === undefined ? '' : `Stake ${aerieText(units)}`}
        allowTitle={units === undefined ? '' : `Allow ${aerieText(units)}`}
        verb="Stake"
        gas={
          !isUnderWay && (
            <GasLine
              from={owner}
              call={isAllowed ? call : null}
              why={units === undefined ? 'enter an amount to see it' : 'shown after the permission'}
            />
          )
        }
        call={call}
        callWithPermit={(permit) => (units === undefined ? null : calls.stakeWithPermit(units, permit))}
        refusal={refusalOf(pool, units)}
        onDone={() => setText((now) => (now === text ? '' : now))}
      />
    </form>
  )
}

/** On the local chain, offers test funds. */
function NothingHeld({ owner }: { readonly owner: Address }) {
  const { data } = useQuery(chainQuery, queryClient)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-13 text-ink-1">This wallet has no AERIE yet.</p>
      {data?.chain?.is_local && <TestFunds address={owner} />}
    </div>
  )
}

function refusalOf(pool: StakingPool, units: bigint | undefined): string | undefined {
  if (pool.deposits_paused) return 'New stakes are paused.'
  return units === undefined ? 'Enter an amount to stake.' : undefined
}

const aerieText = (units: bigint): string => `${amountText(units)} AERIE`

/** Monthly rewards on `amount` at today's rate; 10⁻¹⁸ AERIE. */
export function MonthlyReward({ amount, pool }: { readonly amount: bigint; readonly pool: StakingPool }) {
  const rate = aprWith(pool, amount)
  if (rate === null) return <p className="self-center text-13 text-ink-2">No rewards are paid right now: no epoch is running.</p>
  const ends = endsWithin(pool)
  return (
    <p role="status" className="num flex flex-col justify-center text-12 text-ink-2">
      <span className="text-15 text-ink-1">{`You would earn about ${`${roughText(monthlyOf(pool, amount))} AERIE`} a month`}</span>
      {ends === null
        ? `at ${percentOf(rate)} a year, until others stake or the epoch ends`
        : `all of it in the ${roughSpan(ends)} until the epoch ends, at ${percentOf(rate)} a year`}
    </p>
  )
}

type StakePreviewProps = {
  readonly amount: bigint
  readonly position: StakingPosition
  readonly pool: StakingPool
  readonly tier: TierStatus | undefined
}

export function StakePreview({ amount, position, pool, tier }: StakePreviewProps) {
  const staked = BigInt(position.staked) + amount
  const rate = aprWith(pool, amount)
  return (
    <section aria-label="After this stake" className="flex flex-col gap-3 rounded-md bg-surface-2 p-3">
      <Facts columns={4}>
        <Fact title="Your stake">
          <Aerie>{amountText(staked)}</Aerie>
        </Fact>
        <Fact title="Share of the pool">{shareText(staked, BigInt(position.accrual.pool.total_staked) + amount) ?? '—'}</Fact>
        <Fact title="Yearly rate">{rate === null ? <Unknown why="no epoch running" /> : percentOf(rate)}</Fact>
        <Fact title="Left in wallet">
          <Aerie>{amountText(BigInt(position.unstaked) - amount)}</Aerie>
        </Fact>
      </Facts>
      <TierAfter amount={amount} tier={tier} />
    </section>
  )
}

/** Staked tokens do not count towards the tier, so staking can lower it. */
function TierAfter({ amount, tier }: Pick<StakePreviewProps, 'amount' | 'tier'>) {
  if (tier === undefined || tier.have === null) return <p className="text-12 text-ink-2">The effect on your tier is not known right now.</p>
  const have = BigInt(tier.have)
  const need = BigInt(tier.need)
  const left = have > amount ? have - amount : 0n
  const [leftText, needText] = [`${amountText(left)} AERIE`, amountText(need)]
  if (have >= need && left < need)
    return (
      <p role="status" className="flex items-start gap-2 text-13 text-warning">
        <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        {`This stake ends your gold tier: ${leftText} would count, ${needText} are needed.`}
      </p>
    )
  const textOf = left >= need ? stays : same
  return <p className="text-13 text-ink-2">{textOf(leftText, `${needText} AERIE`)}</p>
}

const stays = (have: string, need: string) => `You keep the gold tier: ${have} of ${need} would count.`

const same = (have: string, need: string) => `Your tier does not change: ${have} of ${need} would count.`
