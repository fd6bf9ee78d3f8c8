import { TextField } from '../../ui/controls/text-field.tsx'
import { TERM_FIELDS, type TermName } from './copy-terms.ts'

type TermFieldsProps<Name extends TermName> = {
  readonly names: readonly Name[]
  readonly draft: Readonly<Record<Name, string>>
  readonly refused: Readonly<Record<string, readonly string[]>>
  readonly onChange: (name: Name, text: string) => void
}

export const TermFields = <Name extends TermName>({ names, draft, refused, onChange }: TermFieldsProps<Name>) =>
  names.map((name) => {
    const { label, hint, wire, fault } = TERM_FIELDS[name]
    return (
      <TextField
        key={name}
        label={label}
        hint={hint}
        inputMode={name === 'excluded' ? 'text' : 'decimal'}
        autoComplete="off"
        maxLength={name === 'excluded' ? 1_000 : 40}
        value={draft[name]}
        error={fault(draft[name]) ?? refused[wire]?.[0]}
        onChange={({ target }) => onChange(name, target.value)}
      />
    )
  })
