import { useId } from 'react'
import type { FormulaInput } from './formulas.ts'
import { unitText } from './unit-text.ts'

type SliderProps = {
  readonly label: string
  readonly input: Omit<FormulaInput, 'name' | 'start'>
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A number that a reader moves, with what it is now. */
export function Slider({ label, input: { least, most, step, unit }, value, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className="learn-slider">
      <label htmlFor={id}>{label}</label>
      <output translate="no" htmlFor={id} className="num">
        {unitText(value, unit)}
      </output>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={unitText(value, unit)}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  )
}
