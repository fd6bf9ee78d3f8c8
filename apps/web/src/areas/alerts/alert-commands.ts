import { alertDecimalText } from '@aerie/wire/alerts/alert-kinds'
import type { AlertRow, AlertSummary } from '@aerie/wire/alerts/alert-rows'
import { errorText } from '../../platform/api/error-text.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { alertCalls } from './alert-calls.ts'
import type { AlertRequest } from './alert-draft.ts'
import { takeAnswer } from './alert-news.ts'
import { inTurn, patchAlerts, refetch, takeAlert } from './alert-queries.ts'

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

const showNothing = () => () => undefined

export function pauseAlert(alert: AlertRow, paused: boolean): Promise<boolean> {
  const show = () => patchAlert(alert.id, { state: paused ? 'paused' : 'active' })
  return sendChange(paused ? 'Not paused' : 'Not activated', show, () => alertCalls.pause(alert.id, paused), takeAlert)
}

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

export const removeAlert = (alert: AlertRow): Promise<boolean> =>
  sendChange(
    'Not deleted',
    () => patchAlerts((alerts) => alerts.filter(({ id }) => id !== alert.id)),
    () => alertCalls.remove(alert.id),
    () => notify('info', `Deleted: ${alert.title}.`, { multiple: true, action: { label: 'Undo', run: () => void makeAgain(alert) } }),
  )

/** One after the other, until one fails. */
export async function pauseAlerts(alerts: readonly AlertRow[], paused: boolean): Promise<void> {
  for (const alert of alerts) if (!(await pauseAlert(alert, paused))) return
}

/** One after the other, until one fails. One Undo restores all that are gone. */
export async function removeAlerts(alerts: readonly AlertRow[]): Promise<void> {
  const gone: AlertRow[] = []
  for (const alert of alerts) {
    const isGone = await sendChange(
      'Not deleted',
      () => patchAlerts((all) => all.filter(({ id }) => id !== alert.id)),
      () => alertCalls.remove(alert.id),
      () => undefined,
    )
    if (!isGone) break
    gone.push(alert)
  }
  if (gone.length === 0) return
  const undo = async () => {
    for (const alert of gone.toReversed()) await makeAgain(alert)
  }
  notify('info', `Deleted: ${gone.length} ${gone.length === 1 ? 'alert' : 'alerts'}.`, {
    multiple: true,
    action: { label: 'Undo', run: () => void undo() },
  })
}

async function makeAgain(alert: AlertRow): Promise<void> {
  await sendChange('Not restored', showNothing, () => remade(alert), takeAlert)
}

/** Drops an expiry that has passed in the meantime: the server rejects it. */
async function remade(alert: AlertRow): Promise<AlertRow> {
  const made = await alertCalls.create(requestOf(alert))
  return alert.state === 'paused' ? alertCalls.pause(made.id, true) : made
}

function requestOf(alert: AlertRow): AlertRequest {
  const {
    symbol,
    kind,
    direction,
    level,
    percent,
    window_s,
    ratio,
    regime,
    hours,
    quantile,
    repeat,
    cooldown_s,
    expires_at,
    note,
    channels,
  } = alert
  const isAhead = expires_at !== undefined && Date.parse(expires_at) > Date.now()
  const given = { symbol, direction, level, percent, window_s, ratio, regime, hours, quantile, cooldown_s, note }
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(isAhead ? { expires_at } : {}),
    kind,
    repeat,
    channels,
  }
}

export const pauseAllAlerts = (paused: boolean): Promise<boolean> =>
  sendChange(
    paused ? 'Not paused' : 'Not resumed',
    showNothing,
    () => alertCalls.pauseAll(paused),
    async (summary: AlertSummary) => {
      await takeAnswer(summary)
      refetch(['alerts', 'list'])
    },
  )
