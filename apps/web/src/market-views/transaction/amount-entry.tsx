import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import { type AmountProblem, exactAmount, parseAmount } from '../../wallet/parse-amount.ts'

type AmountEntryProps = {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  /** What there is, in base units; null while it is not known. */
  readonly available: bigint | null
  /** Where it is: "in your wallet". */
  readonly place: string
}

const WORDS: Readonly<Record<AmountProblem, string | undefined>> = {
  empty: undefined,
  'not-a-number': 'Write a number, such as 100 or 0.5.',
  separator: 'Write the amount without separators and with a point: 1234.5.',
  'too-many-places': 'AERIE has 18 decimals at most.',
  zero: 'Enter an amount above zero.',
}

/** The amount, once it is one and there is so much; else undefined, and the words for it where something is wrong. */
export function readEntry(text: string, available: bigint | null): { readonly units?: bigint; readonly problem?: string | undefined } {
  const parsed = parseAmount(text)
  if ('problem' in parsed) return { problem: WORDS[parsed.problem] }
  if (available === null) return { problem: undefined }
  if (parsed.units > available)
    return { problem: `That is ${amountText(parsed.units - available)} AERIE more than the ${amountText(available)} there are.` }
  return { units: parsed.units }
}

/** An amount of AERIE in decimal text, with all of it at a press. */
export function AmountEntry({ label, text, onChange, available, place }: AmountEntryProps) {
  const all = available === null || available === 0n ? undefined : exactAmount(available)
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
      hint={available === null ? `What is ${place} is not known yet.` : `${amountText(available)} AERIE ${place}.`}
      trailing={
        <Button size="sm" disabledReason={all === undefined ? `Nothing is ${place}.` : undefined} onClick={() => all && onChange(all)}>
          Max
        </Button>
      }
    />
  )
}
