import { SCENE_SECONDS } from '@aerie/wire/market/present'
import { useState } from 'react'
import { readWhole } from '../../../lib/typed-decimal.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'

const { least, most } = SCENE_SECONDS

/** How long a scene stays. What is typed stays in the field; only a whole number within the bounds is taken. */
export function SecondsField({ seconds, onChange }: { readonly seconds: number; readonly onChange: (next: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? String(seconds)
  const isGood = secondsOf(shown) !== null
  return (
    <TextField
      label="Seconds per scene"
      hint={`${least} to ${most}`}
      error={isGood ? undefined : `A whole number from ${least} to ${most}.`}
      inputMode="numeric"
      value={shown}
      onChange={({ target: { value } }) => {
        setTyped(value)
        const next = secondsOf(value)
        if (next !== null) onChange(next)
      }}
      onBlur={() => isGood && setTyped(null)}
    />
  )
}

const secondsOf = (text: string): number | null => readWhole(text, { least, most })
