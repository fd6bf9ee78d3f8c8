import type { Known } from '@aerie/core/known'
import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { percentText } from '@aerie/core/numbers/number-text'
import type { ReactNode } from 'react'
import { DASH } from '../../../platform/format/figures.ts'
import { cx } from '../../../ui/cx.ts'

type MarketFactProps = {
  readonly title: string
  /** How many coins it is of. */
  readonly of: string
  readonly tone?: 'up' | 'down' | undefined
  readonly size?: 'sm' | 'lg'
  readonly children: ReactNode
}

/** A figure of the whole market, in a `dl`. */
export const MarketFact = ({ title, of, tone, size = 'lg', children }: MarketFactProps) => (
  <div className="min-w-0">
    <dt className="text-12 text-ink-2">{title}</dt>
    <dd
      translate="no"
      className={cx(
        'num font-semibold',
        size === 'lg' ? 'text-18' : 'text-15',
        tone === 'up' ? 'text-up' : tone === 'down' ? 'text-down' : 'text-ink-1',
      )}
    >
      {children}
    </dd>
    <dd className={cx('num text-ink-3', size === 'lg' ? 'text-12' : 'truncate text-11')}>{of}</dd>
  </div>
)

export const knownText = (value: Known<number> | undefined, format: (value: number) => string): string =>
  value?.known === true ? format(value.value) : DASH

export function changeTone(percent: Known<number> | undefined): 'up' | 'down' | undefined {
  const text = knownText(percent, percentText)
  if (text.startsWith('+')) return 'up'
  return text.startsWith(MINUS) ? 'down' : undefined
}
