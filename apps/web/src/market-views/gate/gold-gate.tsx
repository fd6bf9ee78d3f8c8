import type { TierStatus } from '@aerie/wire/wallets'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { ageText } from '../../live/age-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Explain, Formula } from '../../ui/explain.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import { shortAddress } from '../../wallet/short-address.ts'
import { tierQuery } from './account-queries.ts'

/** The tier of the main wallet: what counts, what is missing, and where that was read. */
export function GoldGate() {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(tierQuery, queryClient)
  if (data === undefined && error !== null)
    return (
      <ErrorState title="Your tier could not be read" busy={isFetching} onRetry={() => void refetch()}>
        {errorText(error)}
      </ErrorState>
    )
  if (data === undefined)
    return (
      <div role="status" aria-label="Reading your tier" className="flex flex-col gap-3 p-4">
        <SkeletonRows count={3} />
      </div>
    )
  return (
    <div className="flex flex-col gap-3 p-4">
      <Verdict tier={data} />
      {data.have !== null && <Progress have={BigInt(data.have)} need={BigInt(data.need)} />}
      {data.amounts !== null && <Amounts amounts={data.amounts} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-12 text-ink-2">{proofText(data, dataUpdatedAt)}</p>
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          Read again
        </Button>
      </div>
      {error !== null && <p className="text-12 text-warning">{errorText(error)} What is shown is the last reading.</p>}
    </div>
  )
}

function Verdict({ tier }: { readonly tier: TierStatus }) {
  return (
    <div className="text-15 text-ink-1">
      {verdictText(tier)}{' '}
      <Explain title="the gold tier">
        <p>Gold is who holds at least {amountText(tier.need)} tokens, in the main wallet and vested together.</p>
        <Formula>balance + vested ≥ {amountText(tier.need)} AERIE</Formula>
        <p>Staked tokens do not count. When the chain cannot be read, the last proof stands for a day.</p>
      </Explain>
    </div>
  )
}

function verdictText({ state, gold, have, need }: TierStatus): string {
  if (state === 'none') return 'No wallet is the main one, so there is no tier to read.'
  if (state === 'unknown') return 'Not known: the chain could not be read, and the last proof is older than a day.'
  const kept = state === 'kept' ? ' The chain cannot be read now; the last proof stands.' : ''
  if (gold) return `You are in the gold tier.${kept}`
  const missing = have === null ? null : BigInt(need) - BigInt(have)
  return `${missing === null ? 'Not gold yet.' : `${amountText(missing)} AERIE more and you are in the gold tier.`}${kept}`
}

const PER_MILLE = 1000n

function Progress({ have, need }: { readonly have: bigint; readonly need: bigint }) {
  const share = have >= need ? PER_MILLE : (have * PER_MILLE) / need
  return (
    <div className="flex flex-col gap-1">
      <div
        role="progressbar"
        aria-label="Progress to gold"
        aria-valuemin={0}
        aria-valuemax={1000}
        aria-valuenow={Number(share)}
        aria-valuetext={`${amountText(have)} of ${amountText(need)} AERIE`}
        className="h-2 w-full overflow-hidden rounded-full border border-line-input bg-surface-0"
      >
        <div className="h-full bg-accent" style={{ width: `${Number(share) / 10}%` }} />
      </div>
      <p className="num text-13 text-ink-2">
        {amountText(have)} of {amountText(need)} AERIE
      </p>
    </div>
  )
}

const PARTS = [
  ['unstaked', 'In the wallet'],
  ['vested', 'Vested'],
  ['staked', 'Staked (does not count)'],
  ['total', 'Together'],
] as const

const Amounts = ({ amounts }: { readonly amounts: NonNullable<TierStatus['amounts']> }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
    {PARTS.map(([key, label]) => (
      <div key={key}>
        <dt className="text-12 text-ink-2">{label}</dt>
        <dd className="num text-13 text-ink-1">{amountText(amounts[key])}</dd>
      </div>
    ))}
  </dl>
)

/** Where the figures come from and how old they are. */
function proofText({ block, proven_at: provenAt, contract, wallet }: TierStatus, readAt: number): string {
  if (block === null || provenAt === null) return 'Nothing has been read from the chain.'
  const age = ageText(Math.max(0, readAt - provenAt))
  const source = contract === null ? 'the chain' : `contract ${shortAddress(contract)}`
  return `Read from ${source}, block ${block.toLocaleString('en-US')}, ${age} before this page asked${wallet === null ? '' : `, for ${shortAddress(wallet)}`}.`
}
