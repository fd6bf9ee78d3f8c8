import { alertDecimalText } from '@aerie/wire/alerts/alert-kinds'
import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { notify } from '../../platform/toasts/toast.ts'
import { alertCalls } from './alert-calls.ts'
import { patchAlert, sendChange } from './alert-commands.ts'
import { takeAlert } from './alert-queries.ts'

export function moveAlert(alert: AlertRow, level: string): Promise<boolean> {
  return sendChange(
    'Not moved',
    () => patchAlert(alert.id, { level }),
    () => alertCalls.move(alert.id, level),
    (moved) => {
      takeAlert(moved)
      notify('success', `${moved.symbol ?? ''} alert moved to ${alertDecimalText(moved.level)}.`, {
        multiple: true,
        ...(alert.level === undefined ? {} : { action: { label: 'Undo', run: () => void moveAlert(moved, alert.level ?? level) } }),
      })
    },
  )
}
