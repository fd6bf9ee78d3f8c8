import { chartSettings } from '@aerie/wire/market/charts'
import * as z from 'zod/mini'
import { mergeChart } from '../../../documents/merge-chart.ts'
import type { UserDocumentStore } from '../../../documents/synced-document.ts'
import { parseJson } from '../../../lib/storage/parse-json.ts'
import { readStored, removeStored } from '../../../lib/storage/storage.ts'
import { storedKeys } from '../../../lib/storage/stored-keys.ts'

const formerChart = z.object({ base: z.object({ settings: chartSettings }), mine: chartSettings })

/**
 * Brings into the document what this browser still keeps of the chart in the form it had before charts were documents: a
 * guest's chart, and what could not be sent. It goes from there once this browser has it in the new form.
 */
export function importLegacyCharts(
  document: UserDocumentStore<z.output<typeof chartSettings>>,
  userId: string | null,
  symbol: string,
): void {
  const prefix = `aerie.chart.${userId ?? 'guest'}.${symbol}.`
  for (const key of storedKeys().filter((each) => each.startsWith(prefix))) {
    const former = z.safeParse(formerChart, parseJson(readStored(key) ?? ''))
    if (former.success) {
      const { base, mine } = former.data
      document.change((theirs) => mergeChart({ base: base.settings, mine, theirs }))
    }
    if (!document.store.getState().isFragile) removeStored(key)
  }
}
