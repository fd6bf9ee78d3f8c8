import type { TierStatus } from '@aerie/wire/account/wallets'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../lib/http/query-client.ts'
import { ageText } from '../../live/market/age-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Explain, Formula } from '../../ui/overlays/explain.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import { shortAddress } from '../../wallet/short-address.ts'
import { tierQuery, walletsQuery } from './account-queries.ts'
import { GATE_WORDS } from './gate-words.ts'

const { tier: WORDS } = GATE_WORDS

/** The tier of the main wallet: what counts, what is missing, and where that was read. */
export function GoldGate() {
  const query = useQuery(tierQuery, queryClient)
  const { isFetching, refetch, dataUpdatedAt } = query
  return (
    <QueryView query={query} loading={WORDS.loading} failed={WORDS.failed} stale={WORDS.stale} rows={3} rowClassName="h-4 w-full">
      {(tier) => (
        <div className="flex flex-col gap-3 p-4">
          <Verdict tier={tier} />
          {tier.have !== null && <Progress have={BigInt(tier.have)} need={BigInt(tier.need)} />}
          {tier.amounts !== null && <Amounts amounts={tier.amounts} />}
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-12 text-ink-2">{proofText(tier, dataUpdatedAt)}</p>
            <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
              {WORDS.reload}
            </Button>
          </div>
        </div>
      )}
    </QueryView>
  )
}

function Verdict({ tier }: { readonly tier: TierStatus }) {
  return (
    <div className="text-15 text-ink-1">
      {tier.state === 'none' ? <WhyNoTier /> : verdictText(tier)}{' '}
      <Explain title={WORDS.title}>
        <p>{WORDS.about(amountText(tier.need))}</p>
        <Formula>{WORDS.formula(amountText(tier.need))}</Formula>
        <p>{WORDS.aboutStaked}</p>
      </Explain>
    </div>
  )
}

/** What to do for a tier: other things without a wallet and with some of which none is the main one. */
function WhyNoTier() {
  const { data: wallets } = useQuery(walletsQuery, queryClient)
  if (wallets === undefined) return WORDS.noneYet
  return wallets.length === 0 ? WORDS.noWallet : WORDS.noMain
}

function verdictText({ state, gold, have, need }: TierStatus): string {
  if (state === 'unknown') return WORDS.unknown
  const kept = state === 'kept' ? ` ${WORDS.kept}` : ''
  if (gold) return `${WORDS.gold}${kept}`
  const missing = have === null ? null : BigInt(need) - BigInt(have)
  return `${missing === null ? WORDS.notGold : WORDS.missing(`${amountText(missing)} AERIE`)}${kept}`
}

const PER_MILLE = 1000n

function Progress({ have, need }: { readonly have: bigint; readonly need: bigint }) {
  const share = have >= need ? PER_MILLE : (have * PER_MILLE) / need
  return (
    <div className="flex flex-col gap-1">
      <div
        role="progressbar"
        aria-label={WORDS.progress}
        aria-valuemin={0}
        aria-valuemax={1000}
        aria-valuenow={Number(share)}
        aria-valuetext={WORDS.of(amountText(have), amountText(need))}
        className="h-2 w-full overflow-hidden rounded-full border border-line-input bg-surface-0"
      >
        <div className="h-full bg-accent" style={{ width: `${Number(share) / 10}%` }} />
      </div>
      <p className="num text-13 text-ink-2">{WORDS.of(amountText(have), amountText(need))}</p>
    </div>
  )
}

const PARTS = ['unstaked', 'vested', 'staked', 'total'] as const

const Amounts = ({ amounts }: { readonly amounts: NonNullable<TierStatus['amounts']> }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
    {PARTS.map((key) => (
      <div key={key}>
        <dt className="text-12 text-ink-2">{WORDS.parts[key]}</dt>
        <dd translate="no" className="num text-13 text-ink-1">
          {amountText(amounts[key])}
        </dd>
      </div>
    ))}
  </dl>
)

/** Where the figures come from and how old they are. */
function proofText({ block, proven_at: provenAt, contract, wallet }: TierStatus, readAt: number): string {
  if (block === null || provenAt === null) return WORDS.notRead
  const age = ageText(Math.max(0, readAt - provenAt))
  const source = contract === null ? WORDS.chain : WORDS.contract(shortAddress(contract))
  return `${WORDS.read(source, block.toLocaleString('en-US'), age)}${wallet === null ? '' : WORDS.forWallet(shortAddress(wallet))}.`
}
