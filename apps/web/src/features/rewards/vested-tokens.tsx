import { SECOND_MS } from '@aerie/core/time'
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
          <Schedule key={grant.id} grant={grant} now={chainTimeAt(now)} />
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

type ScheduleProps = { readonly grant: VestingGrant; readonly now: number }

/** When a grant vests, and how much of it has by now. */
function Schedule({ grant, now }: ScheduleProps) {
  const { amount, start, cliff_end: cliffEnd, end, released } = grant
  const { granted, locked } = vestedAt([grant], BigInt(Math.floor(now / SECOND_MS)))
  const vested = granted - locked
  const cliffShare = (cliffEnd - start) / (end - start)
  return (
    <li className="num flex flex-col gap-1 text-13">
      <p className="flex flex-wrap justify-between gap-x-4 text-ink-1">
        <span>{WORDS.grant(`${amountText(amount)} AERIE`)}</span>
        <span className="text-ink-2">{WORDS.progress(amountText(vested), `${amountText(amount)} AERIE`)}</span>
      </p>
      <div aria-hidden="true" className="relative h-2 overflow-hidden rounded-full bg-surface-3">
        <div className="h-full bg-accent" style={{ width: `${Number((vested * 1_000n) / granted) / 10}%` }} />
        {cliffShare > 0 && cliffShare < 1 && <div className="absolute inset-y-0 w-px bg-ink-2" style={{ left: `${cliffShare * 100}%` }} />}
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-12 text-ink-2 [&_dd]:text-ink-1 [&_div]:flex [&_div]:gap-1.5">
        <div>
          <dt>{WORDS.start}</dt>
          <dd>{momentText(start)}</dd>
        </div>
        <div>
          <dt>{WORDS.cliff}</dt>
          <dd>{cliffEnd > start ? momentText(cliffEnd) : WORDS.noCliff}</dd>
        </div>
        <div>
          <dt>{WORDS.end}</dt>
          <dd>{momentText(end)}</dd>
        </div>
        <div>
          <dt>{WORDS.paid}</dt>
          <dd>{amountText(released)} AERIE</dd>
        </div>
      </dl>
    </li>
  )
}
