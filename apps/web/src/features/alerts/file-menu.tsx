import { MOST_IMPORTED } from '@aerie/wire/alerts/alert-rows'
import { Download, EllipsisVertical, Upload } from 'lucide-react'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { alertCalls } from '../../alerts/alert-calls.ts'
import { inTurn, refetch } from '../../alerts/alert-queries.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { readJsonFile } from '../../lib/storage/json-file.ts'
import { saveFile } from '../../lib/storage/save-file.ts'
import { iconButtonStyle } from '../../ui/controls/icon-button.tsx'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { notify } from '../../ui/states/toast.ts'

const FILE = {
  schema: z.object({
    format: z.literal('aerie-alerts-1'),
    alerts: z.array(z.unknown()).check(z.minLength(1, 'is empty'), z.maxLength(MOST_IMPORTED, `at most ${MOST_IMPORTED}`)),
  }),
  noun: 'an alerts file',
  limitBytes: 2 * 1024 * 1024,
}
/** Refusals that are named; the others are counted. */
const MOST_NAMED = 3

/** All alerts into a file, and out of one. */
export function FileMenu() {
  const input = useRef<HTMLInputElement>(null)
  const items: readonly MenuItem[] = [
    { id: 'export', label: 'Export alerts', icon: <Download size={16} />, onSelect: () => void exportAlerts() },
    { id: 'import', label: 'Import alerts…', icon: <Upload size={16} />, onSelect: () => input.current?.click() },
  ]
  return (
    <>
      <Menu
        label="Alerts as a file"
        items={items}
        trigger={(props) => (
          <button type="button" {...props} aria-label="Import and export" title="Import and export" className={iconButtonStyle}>
            <EllipsisVertical size={18} aria-hidden="true" />
          </button>
        )}
      />
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Alerts file"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) void importAlerts(file)
          target.value = ''
        }}
      />
    </>
  )
}

async function exportAlerts(): Promise<void> {
  try {
    saveFile('aerie-alerts.json', JSON.stringify(await alertCalls.exported(), null, 2), 'application/json')
  } catch (error) {
    notify('error', `Not exported: ${errorText(error)}`)
  }
}

/** Reads a file and makes the alerts that it holds; what became of each is said. */
export async function importAlerts(file: File): Promise<void> {
  const read = await readJsonFile(file, FILE)
  if (!read.ok) return notify('error', read.words)
  try {
    const imported = await inTurn(
      () => alertCalls.imported(read.value.alerts),
      () => refetch(['alerts', 'list'], ['alerts', 'summary']),
    )
    notify(imported.refused.length === 0 ? 'success' : 'warning', importedWords(imported))
  } catch (error) {
    notify('error', `Not imported: ${errorText(error)}`)
  }
}

type Imported = Awaited<ReturnType<typeof alertCalls.imported>>

/** What an import came to. */
export function importedWords({ created, duplicates, refused }: Imported): string {
  const named = refused.slice(0, MOST_NAMED).map(({ index, reason }) => `Number ${index + 1}: ${reason}`)
  const more = refused.length - named.length
  return [
    `${created.length} ${created.length === 1 ? 'alert' : 'alerts'} imported.`,
    ...(duplicates === 0 ? [] : [`${duplicates} there already.`]),
    ...(refused.length === 0 ? [] : [`${refused.length} refused.`]),
    ...named,
    ...(more > 0 ? [`And ${more} more.`] : []),
  ].join(' ')
}
