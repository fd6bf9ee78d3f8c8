import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { filterStyle } from '../filters/filter-bar.tsx'

const HOURS = Array.from({ length: 27 }, (_, at) => at - 12)
const offsetName = (hours: number): string => (hours === 0 ? 'UTC' : `UTC${hours < 0 ? '-' : '+'}${Math.abs(hours)}`)

/** UTC, the zone of this computer, and whole offsets. */
export function zoneChoices(own: string): readonly string[] {
  return [...new Set(['UTC', ...(own === '' ? [] : [own]), ...HOURS.map(offsetName)])]
}

type ZoneChoiceProps = { readonly zone: string | null; readonly onChoose: (zone: string) => void }

/** Zone in which the times of a file are read. */
export function ZoneChoice({ zone, onChoose }: ZoneChoiceProps) {
  const choices = zoneChoices(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const all = zone === null || choices.includes(zone) ? choices : [zone, ...choices]
  const [chosen, setChosen] = useState(zone ?? 'UTC')
  return (
    <span className="flex flex-wrap items-end gap-2">
      <label className="flex flex-col gap-1 text-12 text-ink-2">
        Time zone of the file
        <select className={filterStyle} value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {all.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button size="sm" disabledReason={chosen === zone ? 'The times are read in this zone.' : undefined} onClick={() => onChoose(chosen)}>
        Read in this zone
      </Button>
    </span>
  )
}
