import { Download } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/toast.ts'
import { journalCalls } from './journal-calls.ts'
import { serverQuery } from './server-query.ts'
import type { Address } from './use-address.ts'

/** Saves the trades as CSV: those that pass the parts of the filter that the server knows. */
export function ExportButton({ address, hasTrips }: { readonly address: Address; readonly hasTrips: boolean }) {
  const [isBusy, setBusy] = useState(false)
  const { query } = serverQuery(address.filter)
  const save = async () => {
    setBusy(true)
    try {
      saveFile('aerie-journal.csv', await journalCalls.exported(query), 'text/csv')
    } catch (error) {
      notify('error', `The journal could not be exported. ${errorText(error)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={isBusy} disabledReason={hasTrips ? undefined : 'There are no trades to export yet.'} onClick={() => void save()}>
      <Download size={16} aria-hidden="true" /> Export
    </Button>
  )
}
