import { decimalText } from '@aerie/core/numbers/units'
import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/http/query-client.ts'
import { LearnLink } from '../../../navigation/learn-link.tsx'
import { useSession } from '../../../session/session.ts'
import { storedWallet } from '../../../session/stored-wallet.ts'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ErrorText } from '../../../ui/states/error-text.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { amountText } from '../../../wallet/amount-text.ts'
import { chainSecondsAt } from '../chain-clock.ts'
import { Aerie, Fact, Facts, Unknown } from '../facts.tsx'
import { aprWith, dailyOf, earnedNow, percentOf, spanText } from '../live-rewards.ts'
import { ReadingAge } from '../reading-age.tsx'
import { poolQuery, positionQuery } from '../rewards-queries.ts'
import { REWARDS_WORDS } from '../rewards-words.ts'
import { useSecond } from '../use-second.ts'

const { summary: WORDS, about: ABOUT } = REWARDS_WORDS

/** What the user has in the pool and what it earns, above each tab; and, once for the whole page, how old its figures are. */
export function StakingSummary() {
  const wallet = useSession(({ user }) => storedWallet(user))
  const pool = useQuery(poolQuery, queryClient)
  const position = useQuery({ ...positionQuery(wallet ?? '', 1), enabled: wallet !== null }, queryClient)
  const error = pool.error ?? position.error
  if (pool.data === undefined && pool.error !== null)
    return (
      <ErrorState title={WORDS.failed} busy={pool.isFetching} onRetry={() => void pool.refetch()}>
        <ErrorText error={pool.error} />
      </ErrorState>
    )
  if (pool.data === undefined || (wallet !== null && position.isPending)) return <Loading />
  return (
    <section aria-label={WORDS.label} className="flex flex-col gap-3 rounded-md border border-line bg-surface-1 p-4">
      <Facts columns={5}>
        <OwnFacts position={wallet === null ? null : position.data} />
        <Fact title={WORDS.rate} about={<About {...ABOUT.rate} />}>
          <Rate pool={pool.data} />
        </Fact>
        <Fact title={WORDS.unbonding}>{spanText(BigInt(pool.data.unbonding_seconds))}</Fact>
      </Facts>
      <ReadingAge reading={olderOf(pool.data, position.data)} isFailing={error !== null} />
    </section>
  )
}

/** The one line stands for every figure of the page, so it is that of the oldest. */
const olderOf = (pool: StakingPool, position: StakingPosition | undefined) =>
  position !== undefined && position.as_of < pool.as_of ? position : pool

/** `null`: no wallet. `undefined`: it could not be read, which the panel below says with what to do. */
function OwnFacts({ position }: { readonly position: StakingPosition | null | undefined }) {
  if (!position) {
    const none = position === null ? <Unknown why={WORDS.noWallet} /> : '—'
    return [WORDS.staked, WORDS.earned, WORDS.daily].map((title) => (
      <Fact key={title} title={title}>
        {none}
      </Fact>
    ))
  }
  return (
    <>
      <Fact title={WORDS.staked}>
        <Aerie>{amountText(position.staked)}</Aerie>
      </Fact>
      <Fact title={WORDS.earned} about={<About {...ABOUT.earned} />}>
        <Earned position={position} />
      </Fact>
      <Fact title={WORDS.daily} about={<About {...ABOUT.daily} />}>
        <Aerie>{amountText(dailyOf(position))}</Aerie>
      </Fact>
    </>
  )
}

function Earned({ position }: { readonly position: StakingPosition }) {
  const earned = earnedNow(position, chainSecondsAt(useSecond()))
  return (
    <span data-earned={String(earned)}>
      <Aerie>{earnedText(earned)}</Aerie>
    </span>
  )
}

function Rate({ pool }: { readonly pool: StakingPool }) {
  const rate = aprWith(pool, 0n)
  if (rate !== null) return percentOf(rate)
  return <Unknown why={pool.reward_rate === '0' ? WORDS.noEpoch : WORDS.noStakers} />
}

type AboutProps = { readonly title: string; readonly text: string; readonly formula: string; readonly note?: string }

const About = ({ title, text, formula, note }: AboutProps) => (
  <Explain title={title}>
    <p>{text}</p>
    <Formula>{formula}</Formula>
    {note !== undefined && <p>{note}</p>}
    <LearnLink term="staking" />
  </Explain>
)

/** Of the final shape, so that nothing moves. */
const Loading = () => (
  <div role="status" aria-label={WORDS.loading} className="flex flex-col gap-3 rounded-md border border-line bg-surface-1 p-4">
    <Facts columns={5}>
      {[WORDS.staked, WORDS.earned, WORDS.daily, WORDS.rate, WORDS.unbonding].map((title) => (
        <Fact key={title} title={title}>
          <Skeleton className="my-1 h-4 w-24" />
        </Fact>
      ))}
    </Facts>
    <Skeleton className="h-4 w-64" />
  </div>
)

const PLACES = 8

/** Eight decimals, cut off, so that it is seen to grow. */
function earnedText(units: bigint): string {
  const [whole = '0', fraction = ''] = decimalText(units, 18).split('.')
  return `${BigInt(whole).toLocaleString('en-US')}.${fraction.slice(0, PLACES).padEnd(PLACES, '0')}`
}
