import type { ImportMapping, JournalImport } from '@aerie/wire/journal/journal-imports'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { TableScroll } from '../table/table-scroll.tsx'
import { guessMapping, MAPPING_FIELDS, type MappingField, mappingOf } from './mapping.ts'

type MappingFormProps = { readonly batch: JournalImport; readonly onAnswer: (mapping: ImportMapping) => void }

/** A header that nobody knows: which column holds what, beside the first rows of the file. */
export function MappingForm({ batch: { header, sample, name }, onAnswer }: MappingFormProps) {
  const [chosen, setChosen] = useState<Readonly<Partial<Record<MappingField, string>>>>(() => guessMapping(header))
  const { mapping, missing } = mappingOf(chosen)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-ink-2">{`The columns of ${name} are not recognised. Assign them below.`}</p>
      <div className="mapping-fields">
        {MAPPING_FIELDS.map(({ id, title, isNeeded }) => (
          <label key={id} className="flex flex-col gap-1 text-12 text-ink-2">
            {isNeeded ? title : `${title} (optional)`}
            <select
              className="filter-input"
              value={chosen[id] ?? ''}
              onChange={({ target }) => setChosen({ ...chosen, [id]: target.value })}
            >
              <option value="">{isNeeded ? 'Choose a column' : 'None'}</option>
              {header.map((column) => (
                <option key={column} value={column}>
                  {column}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <SampleRows header={header} sample={sample} />
      <Button
        variant="primary"
        isReasonShown
        disabledReason={missing.length === 0 ? undefined : `Assign a column to: ${missing.join(', ')}.`}
        onClick={() => mapping !== null && onAnswer(mapping)}
      >
        Read the file
      </Button>
    </div>
  )
}

/** The first rows as they stand in the file. */
const SampleRows = ({ header, sample }: Pick<JournalImport, 'header' | 'sample'>) => (
  <TableScroll>
    <table className="trip-table num" aria-label="First rows of the file">
      <thead>
        <tr>
          {header.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sample.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity, and none moves
          <tr key={row}>
            {header.map((column, place) => (
              <td key={column}>{cells[place]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroll>
)
