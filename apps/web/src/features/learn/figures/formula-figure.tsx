import type { LessonFormula } from '@aerie/wire/lessons'
import { useState } from 'react'
import { FORMULA_WORDS } from './formula-words.ts'
import { FORMULAS } from './formulas.ts'
import { Slider } from './slider.tsx'
import { unitText } from './unit-text.ts'

/** A relation with sliders for what goes in, and what follows. */
export function FormulaFigure({ formula }: { readonly formula: LessonFormula }) {
  const { inputs, results } = FORMULAS[formula]
  const [values, setValues] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(inputs.map(({ name, start }) => [name, start])),
  )
  const words = FORMULA_WORDS[formula]
  return (
    <div className="learn-formula">
      {inputs.map((input) => (
        <Slider
          key={input.name}
          label={words[input.name] ?? ''}
          input={input}
          value={values[input.name] ?? input.start}
          onChange={(value) => setValues({ ...values, [input.name]: value })}
        />
      ))}
      <dl>
        {results((name) => values[name] ?? 0).map(({ name, unit, value }) => (
          <div key={name}>
            <dt>{words[name]}</dt>
            <dd translate="no" className="num">
              {value === null ? 'none' : unitText(value, unit)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
