import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import { type GrantReading, releasableAt } from '@aerie/chain/rewards'
import { SECOND_MS } from '@aerie/core/time'
import type { VestingGrant, VestingPosition } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { encodeFunctionData } from 'viem'
import { queryClient } from '../../../platform/api/query-client.ts'
import { preciseDateTimeText } from '../../../platform/format/market-text.ts'
import { useSession } from '../../../platform/session/session.ts'
import { storedWallet } from '../../../platform/session/stored-wallet.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { addressOf } from '../address-of.ts'
import { amountText } from '../amount-text.ts'
import { WalletGate } from '../gate/wallet-gate.tsx'
import { chainSecondsAt, chainTimeAt, useSecond } from '../rewards/chain-clock.ts'
import { Aerie, Fact, Facts } from '../rewards/facts.tsx'
import { ReadingAge } from '../rewards/reading-age.tsx'
import { vestingQuery } from '../rewards/rewards-queries.ts'
import { GasLine } from '../transactions/gas-line.tsx'
import { SendButton } from '../transactions/send-button.tsx'
import type { TransactionCall } from '../transactions/transaction-state.ts'
import type { Address } from '../wallet-state.ts'

export function VestedTokens({ vesting }: { readonly vesting: Address }) {
  const wallet = useSession(({ user }) => storedWallet(user))
  return wallet === null ? null : (
    <Panel title="Vested tokens">
      <OfWallet wallet={wallet} vesting={vesting} />
    </Panel>
  )
}

function OfWallet({ wallet, vesting }: { readonly wallet: string; readonly vesting: Address }) {
  const query = useQuery(vestingQuery(wallet), queryClient)
  return (
    <QueryView
      query={query}
      loading="Loading your vested tokens"
      failed="Your vested tokens could not be loaded"
      reassurance="Your grants are safe in the contract."
      rowClassName="h-4 w-full"
      className="p-4"
    >
      {(position) => (
        <div className="flex flex-col gap-4 p-4">
          {position.grants.length === 0 ? (
            <p className="text-13 text-ink-2">No tokens were granted to this wallet. A grant appears here with its schedule.</p>
          ) : (
            <VestingGrants position={position} vesting={vesting} />
          )}
          <ReadingAge reading={position} isFailing={query.error !== null} isQuiet />
        </div>
      )}
    </QueryView>
  )
}

function VestingGrants({ position: { wallet, grants }, vesting }: { readonly position: VestingPosition; readonly vesting: Address }) {
  const now = useSecond()
  const { releasable, released, locked } = vestedAt(grants, chainSecondsAt(now))
  const call = releaseCall(vesting)
  return (
    <>
      <Facts columns={4}>
        <Fact title="Available to release">
          <span data-releasable={String(releasable)}>
            <Aerie>{amountText(releasable)}</Aerie>
          </span>
        </Fact>
        <Fact title="Released">
          <Aerie>{amountText(released)}</Aerie>
        </Fact>
        <Fact title="Locked">
          <Aerie>{amountText(locked)}</Aerie>
        </Fact>
        <Fact title="Next unlock">{nextText(grants, chainTimeAt(now))}</Fact>
      </Facts>
      <ul aria-label="Vesting schedules" className="flex flex-col gap-4">
        {grants.map((grant) => (
          <VestingGrantRow key={grant.id} grant={grant} now={chainTimeAt(now)} />
        ))}
      </ul>
      <WalletGate>
        {releasable > 0n && <GasLine from={addressOf(wallet)} call={call} />}
        <div>
          <SendButton
            kind="release"
            title="Release vested tokens"
            call={call}
            isReasonShown
            disabledReason={releasable === 0n ? 'Nothing to release yet.' : undefined}
          >
            Release
          </SendButton>
        </div>
      </WalletGate>
    </>
  )
}

function nextText(grants: readonly VestingGrant[], now: number): string {
  const open = grants.filter(({ end }) => now < end)
  if (open.length === 0) return 'Fully vested'
  const cliff = Math.min(...open.map((grant) => Math.max(grant.cliff_end, grant.start)))
  return cliff <= now ? 'Every second' : preciseDateTimeText(cliff)
}

/** Releases all vested tokens of the caller's grants. */
const releaseCall = (to: Address): TransactionCall => ({
  to,
  data: encodeFunctionData({ abi: aerieVestingAbi, functionName: 'release' }),
})

type ScheduleProps = { readonly grant: VestingGrant; readonly now: number }

function VestingGrantRow({ grant, now }: ScheduleProps) {
  const { amount, start, cliff_end: cliffEnd, end, released } = grant
  const { granted, locked } = vestedAt([grant], BigInt(Math.floor(now / SECOND_MS)))
  const vested = granted - locked
  const cliffShare = (cliffEnd - start) / (end - start)
  return (
    <li className="num flex flex-col gap-1 text-13">
      <p className="flex flex-wrap justify-between gap-x-4 text-ink-1">
        <span>{`Grant of ${`${amountText(amount)} AERIE`}`}</span>
        <span className="text-ink-2">{`${amountText(vested)} of ${`${amountText(amount)} AERIE`} vested`}</span>
      </p>
      <div
        aria-hidden="true"
        className="relative h-2 overflow-hidden rounded-full bg-surface-3 forced-color-adjust-none forced-colors:border"
      >
        <div className="h-full bg-accent" style={{ width: `${Number((vested * 1_000n) / granted) / 10}%` }} />
        {cliffShare > 0 && cliffShare < 1 && <div className="absolute inset-y-0 w-px bg-ink-2" style={{ left: `${cliffShare * 100}%` }} />}
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-12 text-ink-2 [&_dd]:text-ink-1 [&_div]:flex [&_div]:gap-1.5">
        <div>
          <dt>Start</dt>
          <dd>{preciseDateTimeText(start)}</dd>
        </div>
        <div>
          <dt>Cliff</dt>
          <dd>{cliffEnd > start ? preciseDateTimeText(cliffEnd) : 'none'}</dd>
        </div>
        <div>
          <dt>Fully vested</dt>
          <dd>{preciseDateTimeText(end)}</dd>
        </div>
        <div>
          <dt>Released</dt>
          <dd>{amountText(released)} AERIE</dd>
        </div>
      </dl>
    </li>
  )
}

const secondsOf = (ms: number): bigint => BigInt(Math.floor(ms / 1_000))

const readingOf = ({ amount, released, start, cliff_end, end }: VestingGrant): GrantReading => ({
  amount: BigInt(amount),
  released: BigInt(released),
  start: secondsOf(start),
  cliff: secondsOf(cliff_end) - secondsOf(start),
  duration: secondsOf(end) - secondsOf(start),
})

/** Units of 10⁻¹⁸ token. */
type Vested = { readonly releasable: bigint; readonly released: bigint; readonly locked: bigint; readonly granted: bigint }

/** Sums over all grants, as the contract would compute them in a block of that second. */
export function vestedAt(grants: readonly VestingGrant[], atSeconds: bigint): Vested {
  const sum = (of: (grant: GrantReading) => bigint) => grants.map(readingOf).reduce((total, grant) => total + of(grant), 0n)
  const releasable = sum((grant) => releasableAt(grant, atSeconds))
  const released = sum((grant) => grant.released)
  const granted = sum((grant) => grant.amount)
  return { releasable, released, granted, locked: granted - released - releasable }
}
