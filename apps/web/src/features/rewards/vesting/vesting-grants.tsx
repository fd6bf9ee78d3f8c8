import type { VestingGrant, VestingPosition } from '@aerie/wire/staking'
import { WalletGate } from '../../../market-views/gate/wallet-gate.tsx'
import { GasLine } from '../../../market-views/transaction/gas-line.tsx'
import { SendButton } from '../../../market-views/transaction/send-button.tsx'
import { addressOf } from '../../../wallet/address-of.ts'
import { amountText } from '../../../wallet/amount-text.ts'
import type { Address } from '../../../wallet/wallet-state.ts'
import { chainSecondsAt, chainTimeAt } from '../chain-clock.ts'
import { Aerie, Fact, Facts } from '../facts.tsx'
import { momentText } from '../moment-text.ts'
import { useSecond } from '../use-second.ts'
import { releaseCall } from './vesting-calls.ts'
import { VestingGrantRow } from './vesting-grant-row.tsx'
import { vestedAt } from './vesting-schedule.ts'

/** What grants come to now, their schedules, and the way to take what has vested. */
export function VestingGrants({
  position: { wallet, grants },
  vesting,
}: {
  readonly position: VestingPosition
  readonly vesting: Address
}) {
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

/** When more can be released: every second once a cliff is over, else at the nearest cliff. */
function nextText(grants: readonly VestingGrant[], now: number): string {
  const open = grants.filter(({ end }) => now < end)
  if (open.length === 0) return 'Fully vested'
  const cliff = Math.min(...open.map((grant) => Math.max(grant.cliff_end, grant.start)))
  return cliff <= now ? 'Every second' : momentText(cliff)
}
