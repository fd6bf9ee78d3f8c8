import type { rewardEpoch, StakingPosition, stakingHistory } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type * as z from 'zod/mini'
import { ApiError } from '../../../platform/api/api-error.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { preciseDateTimeText } from '../../../platform/format/market-text.ts'
import { renewSession, useSession } from '../../../platform/session/session.ts'
import { storedWallet } from '../../../platform/session/stored-wallet.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { addressOf, shortAddress } from '../address-of.ts'
import { amountText } from '../amount-text.ts'
import { WalletGate } from '../gate/wallet-gate.tsx'
import { StakePage } from '../staking/stake-page.tsx'
import { stakingCalls } from '../staking/staking-calls.ts'
import { WithdrawPage } from '../staking/withdraw-page.tsx'
import { GasLine } from '../transactions/gas-line.tsx'
import { SendButton } from '../transactions/send-button.tsx'
import { TransactionLink } from '../transactions/transaction-link.tsx'
import { VestedTokens } from '../vesting/vested-tokens.tsx'
import type { Address } from '../wallet-state.ts'
import { chainSecondsAt, useSecond } from './chain-clock.ts'
import { Fact, Facts, Unknown } from './facts.tsx'
import { earnedNow, shareText } from './live-rewards.ts'
import { RewardsFrame } from './rewards-frame.tsx'
import { epochsQuery, historyQuery } from './rewards-queries.ts'
import { WithPosition } from './with-position.tsx'

const PAGES = { stake: StakePage, withdraw: WithdrawPage, rewards: RewardsPage } as const

/** The tabs share one chunk: users switch between them. */
export function RewardsScreen({ tab }: { readonly tab: keyof typeof PAGES }) {
  const Page = PAGES[tab]
  return <Page />
}

function RewardsPage() {
  return (
    <RewardsFrame title="Rewards">
      {({ staking, vesting }) => (
        <>
          <Panel title="Your rewards">
            <WithPosition>{(position) => <ClaimRewards staking={staking} position={position} />}</WithPosition>
          </Panel>
          {vesting !== null && <VestedTokens vesting={vesting} />}
          <HistoryTable />
          <Panel title="Reward epochs">
            <EpochTable />
          </Panel>
        </>
      )}
    </RewardsFrame>
  )
}

function EpochTable() {
  const query = useQuery(epochsQuery, queryClient)
  return (
    <QueryView
      query={query}
      loading="Loading the epochs"
      failed="The epochs could not be loaded"
      rowClassName="h-4 w-full"
      empty={<p className="p-4 text-13 text-ink-2">No rewards have been funded yet.</p>}
      className="p-4"
    >
      {(epochs) => <Epochs epochs={epochs} />}
    </QueryView>
  )
}

const Epochs = ({ epochs }: { readonly epochs: readonly z.output<typeof rewardEpoch>[] }) => (
  <ul className="divide-y divide-line">
    {epochs.map(({ id, amount, start, end, funder, transaction }) => (
      <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
        <div>
          <p className="num text-13 text-ink-1">{`Epoch ${id}: ${`${amountText(amount)} AERIE`}`}</p>
          <p className="num text-12 text-ink-2">{`${preciseDateTimeText(start)} to ${preciseDateTimeText(end)}, funded by ${shortAddress(funder)}`}</p>
        </div>
        <TransactionLink hash={transaction} />
      </li>
    ))}
  </ul>
)

type ClaimRewardsProps = { readonly staking: Address; readonly position: StakingPosition }

export function ClaimRewards({ staking, position }: ClaimRewardsProps) {
  const earned = earnedNow(position, chainSecondsAt(useSecond()))
  const call = stakingCalls(staking).claim()
  const share = shareText(BigInt(position.staked), BigInt(position.accrual.pool.total_staked))
  return (
    <>
      <Facts>
        <Fact title="To claim">
          <span data-claim="">{`${amountText(String(earned))} AERIE`}</span>
        </Fact>
        <Fact title="Share of the pool">{share ?? <Unknown why="no stakers" />}</Fact>
      </Facts>
      {position.staked === '0' && earned === 0n && <p className="text-13 text-ink-2">You earn rewards once you stake.</p>}
      <WalletGate>
        {earned !== 0n && <GasLine from={addressOf(position.wallet)} call={call} />}
        <div>
          <SendButton
            kind="claim"
            title="Claim rewards"
            call={call}
            isReasonShown
            disabledReason={earned === 0n ? 'Nothing to claim yet.' : undefined}
          >
            Claim rewards
          </SendButton>
        </div>
      </WalletGate>
    </>
  )
}

const PAGE_SIZE = 50

export function HistoryTable() {
  const wallet = useSession(({ user }) => storedWallet(user))
  if (wallet === null) return null
  const save = () => downloadHistory(wallet).catch((error: unknown) => notify('error', errorText(error)))
  return (
    <Panel
      title="History"
      trailing={
        <Button size="sm" onClick={() => void save()}>
          Export CSV
        </Button>
      }
    >
      <Rows wallet={wallet} />
    </Panel>
  )
}

/** One transaction may contain identical withdrawals, so the key has a counter. */
function withKeys<T extends { readonly transaction: string; readonly kind: string; readonly amount: string }>(events: readonly T[]) {
  const seen = new Map<string, number>()
  return events.map((event) => {
    const name = `${event.transaction} ${event.kind} ${event.amount}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { ...event, key: `${name} ${count}` }
  })
}

function Rows({ wallet }: { readonly wallet: string }) {
  const [params, setParams] = useSearchParams()
  const wanted = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1)
  const query = useQuery(historyQuery(wallet, wanted), queryClient)
  return (
    <QueryView
      query={query}
      loading="Loading your history"
      failed="Your history could not be loaded"
      rows={3}
      rowClassName="h-4 w-full"
      className="p-4"
    >
      {({ events, page, total }) => (
        <>
          {events.length === 0 ? (
            <p className="p-4 text-13 text-ink-2">No activity yet. Stakes, withdrawals and claims appear here.</p>
          ) : (
            <Events events={events} />
          )}
          <Pages page={page} pages={Math.ceil(total / PAGE_SIZE)} onPage={(to) => setParams(new URLSearchParams({ page: String(to) }))} />
        </>
      )}
    </QueryView>
  )
}

const Events = ({ events }: { readonly events: z.output<typeof stakingHistory>['events'] }) => (
  <ul className="divide-y divide-line">
    {withKeys(events).map(({ key, kind, amount, transaction, at, block, final }) => (
      <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
        <div>
          <p className="num text-13 text-ink-1">
            {kinds[kind]}: {amountText(amount)} AERIE
          </p>
          <p className="num text-12 text-ink-2">
            {`${preciseDateTimeText(at)}, block ${block.toLocaleString('en-US')}`}
            {!final && ', not final yet'}
          </p>
        </div>
        <TransactionLink hash={transaction} />
      </li>
    ))}
  </ul>
)

type PagesProps = { readonly page: number; readonly pages: number; readonly onPage: (page: number) => void }

function Pages({ page, pages, onPage }: PagesProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages of the history" className="flex items-center justify-between gap-2 border-line border-t px-4 py-2">
      <Button size="sm" disabledReason={page <= 1 ? 'This is the first page.' : undefined} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <p className="num text-12 text-ink-2">{`Page ${page} of ${pages}`}</p>
      <Button size="sm" disabledReason={page >= pages ? 'This is the last page.' : undefined} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </nav>
  )
}

const kinds = { staked: 'Staked', unstake_requested: 'Unstaked', withdrawn: 'Withdrawn', claimed: 'Claimed' }

/** @throws ApiError */
async function downloadHistory(wallet: string): Promise<void> {
  let answer = await ask(wallet)
  if (answer.status === 401 && (await renewSession()) === 'renewed') answer = await ask(wallet)
  if (!answer.ok) throw new ApiError({ code: answer.status === 429 ? 'rate_limited' : 'unavailable', status: answer.status, detail: '' })
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = `staking-${wallet.toLowerCase()}.csv`
  link.click()
  URL.revokeObjectURL(url)
}

async function ask(wallet: string): Promise<Response> {
  const { token } = useSession.getState()
  try {
    return await fetch(`/api/v1/staking/history/${wallet}?format=csv`, { headers: { authorization: `Bearer ${token}` } })
  } catch (cause) {
    throw new ApiError({ code: 'offline', status: 0, detail: '', cause })
  }
}
