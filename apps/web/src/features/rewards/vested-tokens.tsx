import type { VestingGrant, VestingPosition } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { WalletGate } from '../../market-views/gate/wallet-gate.tsx'
import { GasLine } from '../../market-views/transaction/gas-line.tsx'
import { SendButton } from '../../market-views/transaction/send-button.tsx'
import { useSession } from '../../session/session.ts'
import { storedWallet } from '../../session/stored-wallet.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import type { Address } from '../../wallet/wallet-state.ts'
import { chainSecondsAt, chainTimeAt } from './chain-clock.ts'
import { Fact, Facts } from './facts.tsx'
import { momentText } from './moment-text.ts'
import { ReadingAge } from './reading-age.tsx'
import { vestingQuery } from './rewards-queries.ts'
import { useSecond } from './use-second.ts'
import { releaseCall } from './vesting-calls.ts'
import { vestedAt } from './vesting-schedule.ts'

/** What was granted to the linked wallet and becomes its own over time, and the way to take what has. */
export function VestedTokens({ vesting }: { readonly vesting: Address }) {
  const wallet = useSession(({ user }) => storedWallet(user))
  return wallet === null ? null : (
    <Panel title="Vested tokens">
      <OfWallet wallet={wallet} vesting={vesting} />
    </Panel>
  )
}

function OfWallet({ wallet, vesting }: { readonly wallet: string; readonly vesting: Address }) {
  const { data, error, isFetching, refetch } = useQuery(vestingQuery(wallet), queryClient)
  if (data === undefined && error !== null)
    return (
      <ErrorState title="Your vested tokens could not be read" busy={isFetching} onRetry={() => void refetch()}>
        {errorText(error)} What was granted is safe in its contract.
      </ErrorState>
    )
  if (data === undefined)
    return (
      <div role="status" aria-label="Reading your vested tokens" className="flex flex-col gap-3 p-4">
        <SkeletonRows count={2} />
      </div>
    )
  return (
    <div className="flex flex-col gap-4 p-4">
      {data.grants.length === 0 ? (
        <p className="text-13 text-ink-2">Nothing was granted to this wallet. A grant by the operator stands here with its schedule.</p>
      ) : (
        <Grants position={data} vesting={vesting} />
      )}
      <ReadingAge reading={data} isFailing={error !== null} />
    </div>
  )
}

function Grants({ position: { wallet, grants }, vesting }: { readonly position: VestingPosition; readonly vesting: Address }) {
  const now = useSecond()
  const { releasable, released, locked } = vestedAt(grants, chainSecondsAt(now))
  const call = releaseCall(vesting)
  return (
    <>
      <Facts>
        <Fact title="Can be released now">
          <span data-releasable={String(releasable)}>{amountText(releasable)} AERIE</span>
        </Fact>
        <Fact title="Released so far">{amountText(released)} AERIE</Fact>
        <Fact title="Still locked">{amountText(locked)} AERIE</Fact>
      </Facts>
      <ul aria-label="Schedules" className="flex flex-col gap-3">
        {grants.map((grant) => (
          <Schedule key={grant.id} grant={grant} now={chainTimeAt(now)} />
        ))}
      </ul>
      <WalletGate>
        {releasable > 0n && <GasLine from={wallet as Address /* the server gives addresses only */} call={call} />}
        <div>
          <SendButton
            kind="release"
            title="Release vested tokens"
            call={call}
            disabledReason={releasable === 0n ? 'Nothing can be released yet.' : undefined}
          >
            Release
          </SendButton>
        </div>
      </WalletGate>
    </>
  )
}

/** When a grant is released, and how much of it is by now. */
function Schedule({
  grant: { amount, start, cliff_end: cliffEnd, end, released },
  now,
}: {
  readonly grant: VestingGrant
  readonly now: number
}) {
  const isBefore = now < cliffEnd
  const share = isBefore ? 0 : Math.min(1, (now - start) / (end - start))
  const cliff = cliffEnd > start ? `, nothing before ${momentText(cliffEnd)}` : ''
  return (
    <li className="num text-13 text-ink-2">
      <p className="text-ink-1">
        {amountText(amount)} AERIE, of which {amountText(released)} released
      </p>
      <div aria-hidden="true" className="my-1 h-1 overflow-hidden rounded-full bg-surface-3">
        <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="text-12">
        Evenly from {momentText(start)} to {momentText(end)}
        {cliff}
      </p>
    </li>
  )
}
