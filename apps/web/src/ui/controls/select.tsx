import type { ComponentProps } from 'react'

type SelectProps<Value extends string | number> = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> & {
  readonly value: Value
  readonly options: ReadonlyArray<readonly [value: Value, text: string]>
  readonly onChange: (value: Value) => void
}

/** A `select` that passes on the chosen value itself, not its text. */
export const Select = <Value extends string | number>({ value, options, onChange, ...select }: SelectProps<Value>) => (
  <select
    {...select}
    value={value}
    onChange={({ target }) => {
      const chosen = options.find(([option]) => String(option) === target.value)
      if (chosen !== undefined) onChange(chosen[0])
    }}
  >
    {options.map(([option, text]) => (
      <option key={option} value={option}>
        {text}
      </option>
    ))}
  </select>
)
