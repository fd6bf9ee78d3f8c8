import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { errorText } from '../lib/http/error-text.ts'
import { notify } from '../ui/states/toast.ts'
import { inTurn, patchAlerts } from './alert-queries.ts'

/**
 * Sends a change in its turn and takes the answer; where it failed the list is as before and the reason is said.
 *
 * @param show what the list shows till then. @returns how to put it back
 * @returns whether it went well
 */
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

/** Shows an alert as it will be. @returns how to put it back */
export const patchAlert = (id: string, change: Partial<AlertRow>) =>
  patchAlerts((alerts) => alerts.map((each) => (each.id === id ? { ...each, ...change } : each)))
