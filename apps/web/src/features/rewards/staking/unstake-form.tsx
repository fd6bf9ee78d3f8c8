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
import { REWARDS_WORDS } from '../rewards-words.ts'
import { stakingCalls } from './staking-calls.ts'

type UnstakeFormProps = { readonly staking: Address; readonly position: StakingPosition; readonly pool: StakingPool }

const { unstake: WORDS } = REWARDS_WORDS
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
      <p className="text-13 text-ink-2">{WORDS.intro(wait)}</p>
      {pool.deposits_paused && (
        <p role="status" className="text-13 text-warning">
          {WORDS.paused}
        </p>
      )}
      {available === 0n && <p className="text-13 text-ink-1">{WORDS.empty}</p>}
      <AmountEntry label={WORDS.amount} text={text} onChange={setText} available={available} place={WORDS.staked} />
      {units !== undefined && (
        <p className="text-13 text-ink-1">
          {isUnderWay ? WORDS.sending : WORDS.after(aerieText(available - units), aerieText(units), wait)}
        </p>
      )}
      <GasLine from={addressOf(position.wallet)} call={call} />
      <div>
        <SendButton
          kind="unstake"
          title={units === undefined ? '' : WORDS.title(aerieText(units))}
          call={call}
          isReasonShown
          disabledReason={units === undefined ? WORDS.refused : undefined}
          onSent={() => setText((now) => (now === text ? '' : now))}
        >
          {WORDS.verb}
        </SendButton>
      </div>
    </form>
  )
}
