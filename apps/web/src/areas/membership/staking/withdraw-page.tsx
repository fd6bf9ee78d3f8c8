import { secondsUntilReady } from '@aerie/chain/rewards'
import { type StakingPool, type StakingPosition, TICKETS_A_PAGE } from '@aerie/wire/staking'
import { useState } from 'react'
import { preciseDateTimeText } from '../../../platform/format/market-text.ts'
import { useSession } from '../../../platform/session/session.ts'
import { storedWallet } from '../../../platform/session/stored-wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { addressOf } from '../address-of.ts'
import { amountText } from '../amount-text.ts'
import { WalletGate } from '../gate/wallet-gate.tsx'
import { chainSecondsAt, useSecond } from '../rewards/chain-clock.ts'
import { spanText, waitText } from '../rewards/live-rewards.ts'
import { RewardsFrame } from '../rewards/rewards-frame.tsx'
import { WithPosition } from '../rewards/with-position.tsx'
import { AmountEntry, readEntry } from '../transactions/amount-entry.tsx'
import { GasLine } from '../transactions/gas-line.tsx'
import { SendButton } from '../transactions/send-button.tsx'
import { useIsUnderWay } from '../transactions/transactions.ts'
import { useWallet } from '../use-wallet.ts'
import type { Address } from '../wallet-state.ts'
import { stakingCalls } from './staking-calls.ts'

export function WithdrawPage() {
  const isLinked = useSession(({ user }) => storedWallet(user) !== null)
  return (
    <RewardsFrame title="Withdraw">
      {({ staking }) => (
        <>
          <Panel title="Unstake AERIE">
            <WithPosition>
              {(position, pool) => (
                <WalletGate>
                  <UnstakeForm staking={staking} position={position} pool={pool} />
                </WalletGate>
              )}
            </WithPosition>
          </Panel>
          {isLinked && (
            <Panel title="Unbonding">
              <OpenTickets staking={staking} />
            </Panel>
          )}
        </>
      )}
    </RewardsFrame>
  )
}

function OpenTickets({ staking }: { readonly staking: Address }) {
  const [wanted, setWanted] = useState(1)
  return (
    <WithPosition page={wanted}>
      {(position, _, page) => <TicketList staking={staking} position={position} page={page} onPage={setWanted} />}
    </WithPosition>
  )
}

type UnstakeFormProps = { readonly staking: Address; readonly position: StakingPosition; readonly pool: StakingPool }

const aerieText = (units: bigint): string => `${amountText(units)} AERIE`

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
      <div className="grid gap-x-4 sm:grid-cols-2">
        <AmountEntry label="Amount to unstake" text={text} onChange={setText} available={available} place="staked" />
      </div>
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

type TicketListProps = {
  readonly staking: Address
  readonly position: StakingPosition
  /** One-based page that `position` contains. */
  readonly page: number
  readonly onPage: (page: number) => void
}
type Ticket = StakingPosition['tickets'][number]

function TicketList({ staking, position: { tickets, ticket_count: count }, page, onPage }: TicketListProps) {
  const now = chainSecondsAt(useSecond())
  const wallet = useWallet()
  if (count === 0) return <p className="text-13 text-ink-2">Nothing is unbonding. Requests and their remaining time appear here.</p>
  const refusal = wallet.isLinked && wallet.isRightChain ? undefined : 'Connect the linked wallet on the right network first.'
  const left = (ticket: Ticket) => secondsUntilReady(BigInt(ticket.ready_at / 1_000), now)
  const ready = tickets.filter((ticket) => left(ticket) === 0n)
  const sum = ready.reduce((total, { amount }) => total + BigInt(amount), 0n)
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {tickets.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} seconds={left(ticket)} staking={staking} refusal={refusal} />
        ))}
      </ul>
      {ready.length > 1 && (
        <div>
          <SendButton
            kind="withdraw"
            title={titleText(`${amountText(sum)} AERIE`)}
            call={stakingCalls(staking).withdraw(ready.map(({ id }) => BigInt(id)))}
            disabledReason={refusal}
          >
            {`Withdraw all ${ready.length} (${`${amountText(sum)} AERIE`})`}
          </SendButton>
        </div>
      )}
      {(count > TICKETS_A_PAGE || page > 1) && <Pages page={page} count={count} onPage={onPage} />}
    </>
  )
}

type PagesProps = Pick<TicketListProps, 'page' | 'onPage'> & { readonly count: number }

function Pages({ page, count, onPage }: PagesProps) {
  const pages = Math.max(1, Math.ceil(count / TICKETS_A_PAGE))
  return (
    <nav aria-label="Pages of your requests" className="flex items-center justify-between gap-2">
      <Button size="sm" disabledReason={page <= 1 ? 'This is the first page.' : undefined} onClick={() => onPage(page - 1)}>
        Earlier
      </Button>
      <p className="num text-12 text-ink-2">{`Page ${page} of ${pages}, ${count.toLocaleString('en-US')} requests`}</p>
      <Button size="sm" disabledReason={page >= pages ? 'This is the last page.' : undefined} onClick={() => onPage(page + 1)}>
        Later
      </Button>
    </nav>
  )
}

type TicketRowProps = {
  readonly ticket: Ticket
  readonly seconds: bigint
  readonly staking: Address
  readonly refusal: string | undefined
}

function TicketRow({ ticket: { id, amount, ready_at: readyAt }, seconds, staking, refusal }: TicketRowProps) {
  const text = `${amountText(amount)} AERIE`
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div>
        <p className="num text-15 text-ink-1">{text}</p>
        <p className="num text-12 text-ink-2">
          {seconds === 0n ? 'Ready to withdraw' : `${waitText(seconds)} left`}
          <span className="max-sm:hidden">{`${seconds === 0n ? ' since' : ', until'} ${preciseDateTimeText(readyAt)}`}</span>
        </p>
      </div>
      <SendButton
        kind="withdraw"
        variant="secondary"
        title={titleText(text)}
        label={`Withdraw ${text}, request ${id}`}
        call={stakingCalls(staking).withdraw([BigInt(id)])}
        disabledReason={seconds > 0n ? `Ready in ${waitText(seconds)}.` : refusal}
      >
        Withdraw
      </SendButton>
    </li>
  )
}

const titleText = (amount: string) => `Withdraw ${amount}`
