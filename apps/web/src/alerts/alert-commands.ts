import type { AlertRow, AlertSummary } from '@aerie/wire/alerts/alert-rows'
import { errorText } from '../lib/http/error-text.ts'
import { notify } from '../ui/states/toast.ts'
import { alertCalls } from './alert-calls.ts'
import * as WORDS from './alert-command-words.ts'
import type { AlertRequest } from './alert-draft.ts'
import { takeSummary } from './alert-news.ts'
import { patchAlerts, refetch, takeAlert } from './alert-queries.ts'
import { decimalWords } from './alert-words.ts'

/** Takes an answer of the server; where it failed the list is as before and the reason is said. @returns whether it went well */
async function attempt<T>(what: string, undo: () => void, work: () => Promise<T>, take: (answer: T) => void): Promise<boolean> {
  try {
    take(await work())
    return true
  } catch (error) {
    undo()
    notify('error', `${what}: ${errorText(error)}`, { multiple: true })
    return false
  }
}

/** Lets an alert rest, or wakes it. */
export function pauseAlert(alert: AlertRow, paused: boolean): Promise<boolean> {
  const undo = patchAlerts((alerts) =>
    alerts.map((each) => (each.id === alert.id ? { ...each, state: paused ? 'paused' : 'active' } : each)),
  )
  return attempt(paused ? WORDS.notPaused : WORDS.notActivated, undo, () => alertCalls.pause(alert.id, paused), takeAlert)
}

/** Moves a price alert to another level. */
export function moveAlert(alert: AlertRow, level: string): Promise<boolean> {
  const undo = patchAlerts((alerts) => alerts.map((each) => (each.id === alert.id ? { ...each, level } : each)))
  return attempt(
    WORDS.notMoved,
    undo,
    () => alertCalls.move(alert.id, level),
    (moved) => {
      takeAlert(moved)
      notify('success', WORDS.alertMovedTo(moved.symbol ?? '', decimalWords(moved.level)), {
        multiple: true,
        ...(alert.level === undefined ? {} : { action: { label: WORDS.undo, run: () => void moveAlert(moved, alert.level ?? level) } }),
      })
    },
  )
}

/** Deletes an alert, with a way to take that back: it is made again as it was. */
export function removeAlert(alert: AlertRow): Promise<boolean> {
  const undo = patchAlerts((alerts) => alerts.filter(({ id }) => id !== alert.id))
  return attempt(
    WORDS.notDeleted,
    undo,
    () => alertCalls.remove(alert.id),
    () => notify('info', WORDS.deleted(alert.title), { multiple: true, action: { label: WORDS.undo, run: () => void makeAgain(alert) } }),
  )
}

async function makeAgain(alert: AlertRow): Promise<void> {
  await attempt(
    WORDS.notRestored,
    () => undefined,
    () => remade(alert),
    takeAlert,
  )
}

/** An expiry that has passed meanwhile is left away: the server takes none. */
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

/** All alerts rest, or watch again; each keeps its own state. */
export const pauseAllAlerts = (paused: boolean): Promise<boolean> =>
  attempt(
    paused ? WORDS.notPaused : WORDS.notResumed,
    () => undefined,
    () => alertCalls.pauseAll(paused),
    (summary: AlertSummary) => {
      takeSummary(summary)
      refetch(['alerts', 'list'])
    },
  )
