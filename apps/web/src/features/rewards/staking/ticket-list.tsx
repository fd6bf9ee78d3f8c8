import { secondsUntilReady } from '@aerie/chain/rewards'
import { type StakingPosition, TICKETS_A_PAGE } from '@aerie/wire/staking'
import { SendButton } from '../../../market-views/transaction/send-button.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { amountText } from '../../../wallet/amount-text.ts'
import { useWallet } from '../../../wallet/use-wallet.ts'
import type { Address } from '../../../wallet/wallet-state.ts'
import { chainSecondsAt } from '../chain-clock.ts'
import { waitText } from '../live-rewards.ts'
import { momentText } from '../moment-text.ts'
import { useSecond } from '../use-second.ts'
import { stakingCalls } from './staking-calls.ts'

type TicketListProps = {
  readonly staking: Address
  readonly position: StakingPosition
  /** Which of the pages the position has, from 1. */
  readonly page: number
  readonly onPage: (page: number) => void
}
type Ticket = StakingPosition['tickets'][number]

/** Every open request with its own countdown, and the ones that can be withdrawn; a page of them where there are many. */
export function TicketList({ staking, position: { tickets, ticket_count: count }, page, onPage }: TicketListProps) {
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
          <span className="max-sm:hidden"> · {`ready ${momentText(readyAt)}`}</span>
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
