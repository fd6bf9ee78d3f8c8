type ChoiceProps<Value extends string | number> = {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<readonly [value: Value, text: string]>
  readonly onChange: (value: Value) => void
}

export const Choice = <Value extends string | number>({ label, value, options, onChange }: ChoiceProps<Value>) => (
  <select
    aria-label={label}
    title={label}
    value={String(value)}
    onChange={({ target }) => {
      const chosen = options.find(([option]) => String(option) === target.value)
      if (chosen !== undefined) onChange(chosen[0])
    }}
    className="stat-choice"
  >
    {options.map(([option, text]) => (
      <option key={option} value={String(option)}>
        {text}
      </option>
    ))}
  </select>
)
