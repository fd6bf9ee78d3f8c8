import { decimalText } from '@aerie/core/numbers/units'
import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../platform/api/query-client.ts'
import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import { useSession } from '../../../platform/session/session.ts'
import { storedWallet } from '../../../platform/session/stored-wallet.ts'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { amountText } from '../amount-text.ts'
import { chainSecondsAt, useSecond } from '../rewards/chain-clock.ts'
import { Aerie, Fact, Facts, Unknown } from '../rewards/facts.tsx'
import { aprWith, dailyOf, earnedNow, percentOf, spanText } from '../rewards/live-rewards.ts'
import { ReadingAge } from '../rewards/reading-age.tsx'
import { poolQuery, positionQuery } from '../rewards/rewards-queries.ts'

export function StakingSummary() {
  const wallet = useSession(({ user }) => storedWallet(user))
  const pool = useQuery(poolQuery, queryClient)
  const position = useQuery({ ...positionQuery(wallet ?? '', 1), enabled: wallet !== null }, queryClient)
  const error = pool.error ?? position.error
  const isWaiting = wallet !== null && position.isPending
  const query = {
    data: isWaiting ? undefined : pool.data,
    error: pool.data === undefined ? pool.error : isWaiting ? null : error,
    isFetching: pool.isFetching,
    refetch: pool.refetch,
  }
  return (
    <QueryView query={query} skeleton={<Loading isLinked={wallet !== null} />} failed="Your staking could not be loaded" stale={null}>
      {(data) => (
        <section aria-label="Your staking" className="flex flex-col gap-3 rounded-md border border-line bg-surface-1 p-4">
          <Facts columns={wallet === null ? 3 : 5}>
            <OwnFacts position={wallet === null ? null : position.data} />
            <Fact title="Yearly rate" about={<About {...rateText} />}>
              <Rate pool={data} />
            </Fact>
            <Fact title="Unbonding time">{spanText(BigInt(data.unbonding_seconds))}</Fact>
          </Facts>
          {/* On lines of their own: beside each other, a longer age would wrap and move the page. */}
          <div className="flex flex-col">
            <ReadingAge reading={olderOf(data, position.data)} isFailing={error !== null} />
            {isRateHigh(data) && (
              <p className="text-12 text-ink-2">The yearly rate is high because few tokens are staked. It falls as more are.</p>
            )}
          </div>
        </section>
      )}
    </QueryView>
  )
}

/** One line covers all figures, so it shows the oldest reading. */
const olderOf = (pool: StakingPool, position: StakingPosition | undefined) =>
  position !== undefined && position.as_of < pool.as_of ? position : pool

const OWN_TITLES = ['Staked', 'Earned', 'AERIE a day']

/** `null`: no wallet. `undefined`: failed to load; the panel below handles it. */
function OwnFacts({ position }: { readonly position: StakingPosition | null | undefined }) {
  if (position === null)
    return (
      <Fact title="Your stake">
        <Unknown why="no wallet" />
      </Fact>
    )
  if (position === undefined)
    return OWN_TITLES.map((title) => (
      <Fact key={title} title={title}>
        —
      </Fact>
    ))
  return (
    <>
      <Fact title="Staked">
        <Aerie>{amountText(position.staked)}</Aerie>
      </Fact>
      <Fact title="Earned" about={<About {...rewardsAboutEarned} />}>
        <Earned position={position} />
      </Fact>
      <Fact title="AERIE a day" about={<About {...daily} />}>
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
  return <Unknown why={pool.reward_rate === '0' ? 'no epoch running' : 'no stakers yet'} />
}

/** Ten times the stake in a year, in millionths: only a pool with few stakers pays that much. */
const HIGH_RATE_PPM = 10_000_000n

function isRateHigh(pool: StakingPool): boolean {
  const rate = aprWith(pool, 0n)
  return rate !== null && rate > HIGH_RATE_PPM
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

/** Same size as the loaded content, to avoid layout shift. */
const Loading = ({ isLinked }: { readonly isLinked: boolean }) => (
  <div
    role="status"
    aria-label="Loading your staking"
    data-loading=""
    className="flex flex-col gap-3 rounded-md border border-line bg-surface-1 p-4"
  >
    <Facts columns={isLinked ? 5 : 3}>
      {[...(isLinked ? OWN_TITLES : ['Your stake']), 'Yearly rate', 'Unbonding time'].map((title) => (
        <Fact key={title} title={title}>
          <Skeleton className="my-1 h-4 w-24" />
        </Fact>
      ))}
    </Facts>
    <Skeleton className="h-4 w-64" />
  </div>
)

const DECIMALS = 8

/** Eight decimals, truncated, so that growth is visible. */
function earnedText(units: bigint): string {
  const [whole = '0', fraction = ''] = decimalText(units, 18).split('.')
  return `${BigInt(whole).toLocaleString('en-US')}.${fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')}`
}

const rewardsAboutEarned = {
  title: 'earned rewards',
  text: 'What a claim would pay this second, counted as the contract counts and rounded down.',
  formula: 'earned + your stake × growth of rewards per token',
}

const daily = {
  title: 'AERIE a day',
  text: 'Your share of the rewards paid each day at the current rate. It changes when others stake or unstake.',
  formula: 'rewards a day × your stake ÷ all stakes',
}

const rateText = {
  title: 'the yearly rate',
  text: 'Simple rate over 365 days at the current rewards, not compounded.',
  formula: 'rewards left ÷ seconds left × 31,536,000 ÷ all stakes',
  note: 'It falls when others stake and ends with the epoch.',
}
