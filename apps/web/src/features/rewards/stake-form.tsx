import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../lib/query-client.ts'
import { chainQuery } from '../../market-views/gate/account-queries.ts'
import { TestFunds } from '../../market-views/gate/test-funds.tsx'
import { allowanceQuery } from '../../market-views/transaction/allowance-query.ts'
import { AmountEntry, readEntry } from '../../market-views/transaction/amount-entry.tsx'
import { GasLine } from '../../market-views/transaction/gas-line.tsx'
import { PermitSteps } from '../../market-views/transaction/permit-steps.tsx'
import { addressOf } from '../../wallet/address-of.ts'
import { amountText } from '../../wallet/amount-text.ts'
import { useIsUnderWay } from '../../wallet/transactions.ts'
import type { Address } from '../../wallet/wallet-state.ts'
import type { StakingContracts } from './rewards-frame.tsx'
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
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
      <p className="text-13 text-ink-2">
        Staked tokens earn rewards every second and do not count for the gold tier. To take them back you ask for it and wait for the
        unbonding time.
      </p>
      {available === 0n && <NothingHeld owner={owner} />}
      <AmountEntry label="Amount" text={text} onChange={setText} available={available} place="in your wallet" />
      {units !== undefined && !isUnderWay && <StakePreview amount={units} position={position} pool={pool} />}
      {!isUnderWay && (
        <GasLine
          from={owner}
          call={isAllowed ? call : null}
          why={units === undefined ? 'known once an amount is entered' : 'known once the contract is allowed to take the amount'}
        />
      )}
      {pool.deposits_paused && (
        <p role="status" className="text-13 text-warning">
          New stakes are paused by the operator. Withdrawals and claims still work.
        </p>
      )}
      <PermitSteps
        token={token}
        spender={staking}
        amount={units ?? null}
        isAllowed={isAllowed}
        kind="stake"
        title={titleOf('Stake', units)}
        allowTitle={titleOf('Allow', units)}
        verb="Stake"
        call={call}
        callWithPermit={(permit) => (units === undefined ? null : calls.stakeWithPermit(units, permit))}
        refusal={refusalOf(pool, units)}
        onDone={() => setText('')}
      />
    </form>
  )
}

/** What to do about an empty wallet: on the local chain there are funds for trying. */
function NothingHeld({ owner }: { readonly owner: Address }) {
  const { data } = useQuery(chainQuery, queryClient)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-13 text-ink-1">This wallet holds no AERIE, so there is nothing to stake yet.</p>
      {data?.chain?.is_local && <TestFunds address={owner} />}
    </div>
  )
}

function refusalOf(pool: StakingPool, units: bigint | undefined): string | undefined {
  if (pool.deposits_paused) return 'New stakes are paused.'
  return units === undefined ? 'Enter an amount that is in your wallet.' : undefined
}

const titleOf = (verb: string, units: bigint | undefined): string => (units === undefined ? verb : `${verb} ${amountText(units)} AERIE`)
