import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../lib/http/query-client.ts'
import { chainQuery, tierQuery } from '../../../market-views/gate/account-queries.ts'
import { TestFunds } from '../../../market-views/gate/test-funds.tsx'
import { allowanceQuery } from '../../../market-views/transaction/allowance-query.ts'
import { AmountEntry, readEntry } from '../../../market-views/transaction/amount-entry.tsx'
import { GasLine } from '../../../market-views/transaction/gas-line.tsx'
import { PermitSteps } from '../../../market-views/transaction/permit-steps.tsx'
import { addressOf } from '../../../wallet/address-of.ts'
import { amountText } from '../../../wallet/amount-text.ts'
import { useIsUnderWay } from '../../../wallet/transactions/transactions.ts'
import type { Address } from '../../../wallet/wallet-state.ts'
import type { StakingContracts } from '../rewards-frame.tsx'
import { useHeld } from '../use-held.ts'
import { MonthlyReward } from './monthly-reward.tsx'
import { StakePreview } from './stake-preview.tsx'
import { stakingCalls } from './staking-calls.ts'

type StakeFormProps = { readonly contracts: StakingContracts; readonly position: StakingPosition; readonly pool: StakingPool }

/** How much to stake, what that changes, what it costs, and the steps to it. */
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
  // What was promised, and warned of, stands as it was until the transaction is mined.
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

/** What to do about an empty wallet: on the local chain there are funds for trying. */
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
