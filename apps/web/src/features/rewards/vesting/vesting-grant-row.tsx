import { SECOND_MS } from '@aerie/core/time'
import type { VestingGrant } from '@aerie/wire/staking'
import { amountText } from '../../../wallet/amount-text.ts'
import { momentText } from '../moment-text.ts'
import { vestedAt } from './vesting-schedule.ts'

type ScheduleProps = { readonly grant: VestingGrant; readonly now: number }

/** When a grant vests, and how much of it has by now. */
export function VestingGrantRow({ grant, now }: ScheduleProps) {
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
          <dd>{momentText(start)}</dd>
        </div>
        <div>
          <dt>Cliff</dt>
          <dd>{cliffEnd > start ? momentText(cliffEnd) : 'none'}</dd>
        </div>
        <div>
          <dt>Fully vested</dt>
          <dd>{momentText(end)}</dd>
        </div>
        <div>
          <dt>Released</dt>
          <dd>{amountText(released)} AERIE</dd>
        </div>
      </dl>
    </li>
  )
}
