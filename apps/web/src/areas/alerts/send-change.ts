import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { errorText } from '../../platform/api/error-text.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { inTurn, patchAlerts } from './alert-queries.ts'

/** Queues a change; on failure rolls the list back and shows the reason. @param show optimistic update; returns its rollback */
export async function sendChange<T>(
  what: string,
  show: () => () => void,
  work: () => Promise<T>,
  take: (answer: T) => void | Promise<void>,
): Promise<boolean> {
  const change = inTurn(work, take)
  const undo = show()
  try {
    await change
    return true
  } catch (error) {
    undo()
    notify('error', `${what}: ${errorText(error)}`, { multiple: true })
    return false
  }
}

export const patchAlert = (id: string, change: Partial<AlertRow>) =>
  patchAlerts((alerts) => alerts.map((each) => (each.id === id ? { ...each, ...change } : each)))
