import type { FiringPayload } from './delivery-channel.ts'

/** Firings of a digest that are told one by one. */
const MOST_TOLD = 50

/** What a message says, as plain text: nothing in it is markup. */
export type MessageText = { readonly subject: string; readonly body: string }

/** @param firings null for a test. @throws never */
export function messageOf(firings: readonly FiringPayload[] | null): MessageText {
  const [first] = firings ?? []
  if (firings === null || first === undefined)
    return { subject: 'Test of your alerts', body: 'This is a test. Alerts will reach you here.' }
  if (firings.length === 1) return { subject: oneLine(first.title), body: partOf(first) }
  const told = firings.slice(0, MOST_TOLD).map(partOf)
  const rest = firings.length - told.length
  return { subject: `${firings.length} alerts fired`, body: [...told, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n\n') }
}

const partOf = ({ text, terms }: FiringPayload): string => (terms.note === undefined ? text : `${text}\n${terms.note}`)

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
