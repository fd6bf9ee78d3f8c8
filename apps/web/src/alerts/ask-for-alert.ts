import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { create } from 'zustand'
import { openLayer } from '../navigation/layers.ts'
import { type AlertDraft, draftOf, NEW_ALERT } from './alert-draft.ts'

/** An alert that somebody asked for and nobody has saved: the form over the page opens with it. */
type Asked = {
  readonly draft: AlertDraft
  /** The alert that is changed; null makes a new one. */
  readonly alert: AlertRow | null
  /** Who filled it in, for the note in the form. */
  readonly filledBy: string | null
}

/** What the form over the page begins with. */
export const useAskedAlert = create<Asked>(() => ({ draft: NEW_ALERT, alert: null, filledBy: null }))

/**
 * Opens the form of a new alert over the page, filled in with what is given. Nothing is saved before the user presses Save.
 *
 * @param filledBy who filled it in, for the note in the form
 */
export function askForAlert(given: Partial<AlertDraft>, filledBy: string | null = null): void {
  useAskedAlert.setState({ draft: { ...NEW_ALERT, ...given }, alert: null, filledBy })
  openLayer('alert')
}

/** Opens the form of an alert over the page. */
export function editAlert(alert: AlertRow): void {
  useAskedAlert.setState({ draft: draftOf(alert), alert, filledBy: null })
  openLayer('alert')
}

/** A price that was pointed at, as it is typed: as many digits as one can point at. */
export const pointedLevel = (price: number): string =>
  Number(price.toPrecision(6))
    .toFixed(12)
    .replace(/\.?0+$/, '')
