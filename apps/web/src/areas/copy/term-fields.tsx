import type { ComponentProps } from 'react'
import { TextField } from '../../ui/controls/text-field.tsx'
import { TERM_FIELDS, type TermName } from './copy-terms.ts'

type TermFieldsProps<Name extends TermName> = {
  readonly names: readonly Name[]
  readonly field: (name: Name) => Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>
}

export const TermFields = <Name extends TermName>({ names, field }: TermFieldsProps<Name>) =>
  names.map((name) => (
    <TextField
      {...field(name)}
      key={name}
      label={TERM_FIELDS[name].label}
      hint={TERM_FIELDS[name].hint}
      {...(TERM_FIELDS[name].unit !== undefined && { trailing: <span className="pr-2 text-12 text-ink-2">{TERM_FIELDS[name].unit}</span> })}
      inputMode={name === 'excluded' ? 'text' : 'decimal'}
      autoComplete="off"
      maxLength={name === 'excluded' ? 1_000 : 40}
    />
  ))
