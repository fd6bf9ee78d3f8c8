import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import { IMPORT_CAPITAL_NEEDED, type JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { useId, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { filterStyle } from '../filters/filter-bar.tsx'
import { parseCapital } from '../journal-filter.ts'
import type { Address } from '../use-address.ts'

type CapitalFieldProps = {
  readonly address: Pick<Address, 'capital' | 'setCapital'>
  /** Empty while loading: the field stays mounted and keeps focus. */
  readonly of: readonly Pick<JournalStatistics, 'figures'>[]
}

/** Starting capital of imported accounts, the base of returns. Stored in the address; applied on blur or Enter. */
export function CapitalField({ address: { capital, setCapital }, of }: CapitalFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const noteId = useId()
  const isShown = useIsNeeded(capital, of)
  if (!isShown) return null
  const text = typed ?? capital ?? ''
  const read = parseTypedNumber(text, { units: DOLLARS })
  const plain = read.kind === 'number' ? read.text : ''
  const problem =
    read.kind === 'wrong'
      ? read.problem
      : read.kind === 'number' && parseCapital(plain) === null
        ? 'Enter an amount above 0, such as 10000.'
        : undefined
  const finish = () => {
    if (typed === null || problem !== undefined) return
    setTyped(null)
    if (plain !== (capital ?? '')) setCapital(plain === '' ? null : plain)
  }
  return (
    <div className="inline-flex flex-wrap items-center gap-1" data-set={capital !== null || undefined}>
      <span aria-hidden="true" className="text-12 text-ink-2">
        Starting capital of the imported account, USDC
      </span>
      <input
        inputMode="decimal"
        aria-label="Starting capital of the imported account, USDC"
        aria-describedby={noteId}
        aria-invalid={problem !== undefined || undefined}
        className={cx(filterStyle, 'num w-32')}
        value={text}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={finish}
        onKeyDown={({ key }) => key === 'Enter' && finish()}
      />
      <span id={noteId} className={problem !== undefined ? 'text-12 text-danger' : 'text-12 text-ink-2'}>
        {problem ?? 'For returns, Sharpe and drawdown.'}
      </span>
    </div>
  )
}

/** Whether returns need a capital; keeps its previous value while loading. */
function useIsNeeded(capital: string | null, of: CapitalFieldProps['of']): boolean {
  const isNeeded = capital !== null || of.some(({ figures }) => figures.total_return.reason === IMPORT_CAPITAL_NEEDED)
  const isKnown = isNeeded || of.length > 0
  const [before, setBefore] = useState(isNeeded)
  if (isKnown && before !== isNeeded) setBefore(isNeeded)
  return isKnown ? isNeeded : before
}
