import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { create } from 'zustand'
import { figuresOf } from '../../platform/live/market/quotes.ts'
import { openLayer } from '../../platform/navigation/layers.ts'
import { type AlertDraft, draftOf, NEW_ALERT } from './alert-draft.ts'

type Asked = {
  readonly draft: AlertDraft
  readonly alert: AlertRow | null
  readonly filledBy: string | null
}

export const useAskedAlert = create<Asked>(() => ({ draft: NEW_ALERT, alert: null, filledBy: null }))

/** Opens a prefilled form; nothing is saved until the user clicks Save. @param filledBy shown as a note in the form */
export function askForAlert(given: Partial<AlertDraft>, filledBy: string | null = null): void {
  useAskedAlert.setState({ draft: { ...NEW_ALERT, ...given }, alert: null, filledBy })
  openLayer('alert')
}

/** "Above" if the market is below the clicked price, else "below"; either way if the market price is unknown. */
export function askForAlertAt(symbol: string, price: number, filledBy: string): void {
  const now = figuresOf(symbol)?.price ?? null
  const direction = now === null || now === price ? 'cross' : price > now ? 'above' : 'below'
  askForAlert({ kind: 'price', symbol, level: pointedLevel(price), direction }, filledBy)
}

export function editAlert(alert: AlertRow): void {
  useAskedAlert.setState({ draft: draftOf(alert), alert, filledBy: null })
  openLayer('alert')
}

/** A price picked on the chart, as text, rounded to what can be pointed at. */
export const pointedLevel = (price: number): string =>
  Number(price.toPrecision(6))
    .toFixed(12)
    .replace(/\.?0+$/, '')
