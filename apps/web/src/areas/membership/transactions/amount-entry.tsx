import { decimalText } from '@aerie/core/numbers/units'
import { readTyped } from '../../../platform/browser/typed-decimal.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { amountText } from '../amount-text.ts'

type AmountEntryProps = {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  /** Available amount in base units; null if unknown. */
  readonly available: bigint | null
  readonly place: string
}

const DECIMALS = 18

export function readEntry(text: string, available: bigint | null): { readonly units?: bigint; readonly problem?: string | undefined } {
  const typed = readTyped(text, DECIMALS, { units: ['AERIE'] })
  if (typed.kind !== 'value') return { problem: typed.kind === 'wrong' ? typed.problem : undefined }
  if (typed.value === 0n) return { problem: 'Enter an amount above zero.' }
  if (available === null) return { problem: undefined }
  if (typed.value > available)
    return { problem: `${amountText(typed.value - available)} AERIE more than the ${amountText(available)} available.` }
  return { units: typed.value }
}

export function AmountEntry({ label, text, onChange, available, place }: AmountEntryProps) {
  const all = available === null || available === 0n ? undefined : decimalText(available, DECIMALS)
  return (
    <TextField
      label={label}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={readEntry(text, available).problem}
      hint={available === null ? `Balance ${place}: not known yet.` : `${amountText(available)} AERIE ${place}.`}
      trailing={
        <Button size="sm" disabledReason={all === undefined ? `Nothing ${place}.` : undefined} onClick={() => all && onChange(all)}>
          Max
        </Button>
      }
    />
  )
}
