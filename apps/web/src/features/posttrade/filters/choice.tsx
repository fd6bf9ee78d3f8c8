type ChoiceProps<T extends string> = {
  readonly label: string
  readonly options: ReadonlyArray<readonly [value: T, title: string]>
  readonly value: T
  readonly onChange: (value: T) => void
}

/** One of a few. The empty value asks for nothing. */
export const Choice = <T extends string>({ label, options, value, onChange }: ChoiceProps<T>) => (
  <select
    aria-label={label}
    className="filter-input"
    data-set={value !== '' || undefined}
    value={value}
    onChange={({ target }) => {
      const chosen = options.find(([each]) => each === target.value)
      if (chosen !== undefined) onChange(chosen[0])
    }}
  >
    {options.map(([each, title]) => (
      <option key={each} value={each}>
        {title}
      </option>
    ))}
  </select>
)
