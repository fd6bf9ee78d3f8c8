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
import { addressOf } from '../../wallet/address-of.ts'
import { amountText } from '../../wallet/amount-text.ts'
import type { Address } from '../../wallet/wallet-state.ts'
import { chainSecondsAt, chainTimeAt } from './chain-clock.ts'
import { Aerie, Fact, Facts } from './facts.tsx'
import { momentText } from './moment-text.ts'
import { ReadingAge } from './reading-age.tsx'
import { vestingQuery } from './rewards-queries.ts'
import { REWARDS_WORDS } from './rewards-words.ts'
import { useSecond } from './use-second.ts'
import { releaseCall } from './vesting-calls.ts'
import { VestingGrantRow } from './vesting-grant-row.tsx'
import { vestedAt } from './vesting-schedule.ts'

const { vested: WORDS } = REWARDS_WORDS

/** What was granted to the linked wallet and becomes its own over time, and the way to take what has. */
export function VestedTokens({ vesting }: { readonly vesting: Address }) {
  const wallet = useSession(({ user }) => storedWallet(user))
  return wallet === null ? null : (
    <Panel title={REWARDS_WORDS.panels.vested}>
      <OfWallet wallet={wallet} vesting={vesting} />
    </Panel>
  )
}

function OfWallet({ wallet, vesting }: { readonly wallet: string; readonly vesting: Address }) {
  const { data, error, isFetching, refetch } = useQuery(vestingQuery(wallet), queryClient)
  if (data === undefined && error !== null)
    return (
      <ErrorState title={WORDS.failed} busy={isFetching} onRetry={() => void refetch()}>
        {errorText(error)} {WORDS.safe}
      </ErrorState>
    )
  if (data === undefined)
    return (
      <div role="status" aria-label={WORDS.loading} className="flex flex-col gap-3 p-4">
        <SkeletonRows count={2} />
      </div>
    )
  return (
    <div className="flex flex-col gap-4 p-4">
      {data.grants.length === 0 ? <p className="text-13 text-ink-2">{WORDS.empty}</p> : <Grants position={data} vesting={vesting} />}
      <ReadingAge reading={data} isFailing={error !== null} isQuiet />
    </div>
  )
}

function Grants({ position: { wallet, grants }, vesting }: { readonly position: VestingPosition; readonly vesting: Address }) {
  const now = useSecond()
  const { releasable, released, locked } = vestedAt(grants, chainSecondsAt(now))
  const call = releaseCall(vesting)
  return (
    <>
      <Facts columns={4}>
        <Fact title={WORDS.releasable}>
          <span data-releasable={String(releasable)}>
            <Aerie>{amountText(releasable)}</Aerie>
          </span>
        </Fact>
        <Fact title={WORDS.released}>
          <Aerie>{amountText(released)}</Aerie>
        </Fact>
        <Fact title={WORDS.locked}>
          <Aerie>{amountText(locked)}</Aerie>
        </Fact>
        <Fact title={WORDS.next}>{nextText(grants, chainTimeAt(now))}</Fact>
      </Facts>
      <ul aria-label={WORDS.schedules} className="flex flex-col gap-4">
        {grants.map((grant) => (
          <VestingGrantRow key={grant.id} grant={grant} now={chainTimeAt(now)} />
        ))}
      </ul>
      <WalletGate>
        {releasable > 0n && <GasLine from={addressOf(wallet)} call={call} />}
        <div>
          <SendButton
            kind="release"
            title={WORDS.title}
            call={call}
            isReasonShown
            disabledReason={releasable === 0n ? WORDS.refused : undefined}
          >
            {WORDS.verb}
          </SendButton>
        </div>
      </WalletGate>
    </>
  )
}

/** When more can be released: every second once a cliff is over, else at the nearest cliff. */
function nextText(grants: readonly VestingGrant[], now: number): string {
  const open = grants.filter(({ end }) => now < end)
  if (open.length === 0) return WORDS.none
  const cliff = Math.min(...open.map((grant) => Math.max(grant.cliff_end, grant.start)))
  return cliff <= now ? WORDS.everySecond : momentText(cliff)
}
