import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { useState } from 'react'
import { AmountEntry, readEntry } from '../../market-views/transaction/amount-entry.tsx'
import { GasLine } from '../../market-views/transaction/gas-line.tsx'
import { SendButton } from '../../market-views/transaction/send-button.tsx'
import { addressOf } from '../../wallet/address-of.ts'
import { amountText } from '../../wallet/amount-text.ts'
import { useIsUnderWay } from '../../wallet/transactions.ts'
import type { Address } from '../../wallet/wallet-state.ts'
import { spanText } from './live-rewards.ts'
import { stakingCalls } from './staking-calls.ts'

type UnstakeFormProps = { readonly staking: Address; readonly position: StakingPosition; readonly pool: StakingPool }

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
      <p className="text-13 text-ink-2">
        A stake comes back in two steps. You ask for it now: from then on it earns nothing and waits for {wait}. After that you withdraw it,
        whenever you like. You can ask many times; each request has its own time, and none delays another.
      </p>
      {pool.deposits_paused && (
        <p role="status" className="text-13 text-warning">
          New stakes are paused by the operator. Taking a stake back works as always.
        </p>
      )}
      {available === 0n && <p className="text-13 text-ink-1">You have nothing staked, so there is nothing to ask for.</p>}
      <AmountEntry label="Amount to take back" text={text} onChange={setText} available={available} place="staked" />
      {units !== undefined && (
        <p className="text-13 text-ink-1">
          {isUnderWay
            ? 'Being sent. What stays staked is known once its block is read.'
            : `${amountText(available - units)} AERIE stay staked; ${amountText(units)} AERIE can be withdrawn in ${wait}.`}
        </p>
      )}
      <GasLine from={addressOf(position.wallet)} call={call} />
      <div>
        <SendButton
          kind="unstake"
          title={units === undefined ? '' : `Ask for ${amountText(units)} AERIE back`}
          call={call}
          disabledReason={units === undefined ? 'Enter an amount that you have staked.' : undefined}
          onSent={() => setText('')}
        >
          Ask for it back
        </SendButton>
      </div>
    </form>
  )
}
