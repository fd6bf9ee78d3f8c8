import type { AlertTerms } from '@aerie/wire/alerts/alert-rows'
import { alertSentence } from '@aerie/wire/alerts/alert-sentence'
import { firingText } from '../alert-text.ts'
import type { NewFiring } from './firing-store.ts'

/** Text is generated lazily, so that the first firings of a large batch are not delayed. */
export type Unworded = Omit<NewFiring, 'title' | 'text'> & { readonly terms: AlertTerms; readonly what: string | undefined }

export function worded({ terms, what, ...firing }: Unworded): NewFiring {
  const { at, seen, late, kind, value } = firing
  const details = { what, value: value ?? undefined, sourceKind: kind ?? undefined, at, seenAt: seen, isLate: late }
  return { ...firing, title: alertSentence(terms), text: firingText(terms, details) }
}
