import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import { type AmountProblem, exactAmount, parseAmount } from '../../wallet/parse-amount.ts'
import { AMOUNT_WORDS } from './transaction-words.ts'

type AmountEntryProps = {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  /** What there is, in base units; null while it is not known. */
  readonly available: bigint | null
  /** Where it is: "in your wallet". */
  readonly place: string
}

const WORDS: Readonly<Record<AmountProblem, string | undefined>> = AMOUNT_WORDS.problem

/** The amount, once it is one and there is so much; else undefined, and the words for it where something is wrong. */
export function readEntry(text: string, available: bigint | null): { readonly units?: bigint; readonly problem?: string | undefined } {
  const parsed = parseAmount(text)
  if ('problem' in parsed) return { problem: WORDS[parsed.problem] }
  if (available === null) return { problem: undefined }
  if (parsed.units > available) return { problem: AMOUNT_WORDS.tooMuch(amountText(parsed.units - available), amountText(available)) }
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
      hint={available === null ? AMOUNT_WORDS.unknown(place) : AMOUNT_WORDS.available(amountText(available), place)}
      trailing={
        <Button size="sm" disabledReason={all === undefined ? AMOUNT_WORDS.none(place) : undefined} onClick={() => all && onChange(all)}>
          {AMOUNT_WORDS.max}
        </Button>
      }
    />
  )
}
