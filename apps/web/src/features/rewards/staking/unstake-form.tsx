import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { useState } from 'react'
import { AmountEntry, readEntry } from '../../../market-views/transaction/amount-entry.tsx'
import { GasLine } from '../../../market-views/transaction/gas-line.tsx'
import { SendButton } from '../../../market-views/transaction/send-button.tsx'
import { addressOf } from '../../../wallet/address-of.ts'
import { amountText } from '../../../wallet/amount-text.ts'
import { useIsUnderWay } from '../../../wallet/transactions/transactions.ts'
import type { Address } from '../../../wallet/wallet-state.ts'
import { spanText } from '../live-rewards.ts'
import { stakingCalls } from './staking-calls.ts'

type UnstakeFormProps = { readonly staking: Address; readonly position: StakingPosition; readonly pool: StakingPool }

const aerieText = (units: bigint): string => `${amountText(units)} AERIE`

/** Begins the unbonding time of a part of the stake. */
export function UnstakeForm({ staking, position, pool }: UnstakeFormProps) {
  const [text, setText] = useState('')
  const available = BigInt(position.staked)
  const { units } = readEntry(text, available)
  const call = units === undefined ? null : stakingCalls(staking).requestUnstake(units)
  const isUnderWay = useIsUnderWay('unstake')
  const wait = spanText(BigInt(pool.unbonding_seconds))
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
      <p className="text-13 text-ink-2">{`Unstaking takes ${wait}. During that time the amount earns nothing; then you can withdraw it at any time. Each request runs on its own.`}</p>
      {pool.deposits_paused && (
        <p role="status" className="text-13 text-warning">
          New stakes are paused by the operator. Unstaking works as usual.
        </p>
      )}
      {available === 0n && <p className="text-13 text-ink-1">You have no AERIE staked.</p>}
      <AmountEntry label="Amount to unstake" text={text} onChange={setText} available={available} place="staked" />
      {units !== undefined && (
        <p className="text-13 text-ink-1">
          {isUnderWay
            ? 'Sending. Your new stake is shown once the transaction is mined.'
            : `${aerieText(available - units)} stay staked. ${aerieText(units)} can be withdrawn in ${wait}.`}
        </p>
      )}
      <GasLine from={addressOf(position.wallet)} call={call} />
      <div>
        <SendButton
          kind="unstake"
          title={units === undefined ? '' : `Unstake ${aerieText(units)}`}
          call={call}
          isReasonShown
          disabledReason={units === undefined ? 'Enter an amount you have staked.' : undefined}
          onSent={() => setText((now) => (now === text ? '' : now))}
        >
          Unstake
        </SendButton>
      </div>
    </form>
  )
}
