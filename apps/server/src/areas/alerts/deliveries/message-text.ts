import type { FiringPayload } from './delivery-channel.ts'

const MOST_LISTED = 50
const GAP = '\n\n'

/** Plain text, no markup. */
export type MessageText = { readonly subject: string; readonly body: string }

/** @param longest maximum characters of the body; firings that do not fit are counted */
export function messageOf(firings: readonly FiringPayload[] | null, longest = Number.POSITIVE_INFINITY): MessageText {
  const [first] = firings ?? []
  if (firings === null || first === undefined)
    return { subject: 'Test of your alerts', body: 'This is a test. Alerts will reach you here.' }
  if (firings.length === 1) return { subject: oneLine(first.title), body: shortened(partOf(first), longest) }
  return { subject: `${firings.length} alerts fired`, body: digestOf(firings.map(partOf), longest) }
}

function digestOf(parts: readonly string[], longest: number): string {
  const listed: string[] = []
  const room = longest - GAP.length - restOf(parts.length).length
  let length = 0
  for (const part of parts.slice(0, MOST_LISTED)) {
    length += part.length + GAP.length
    if (length > room) break
    listed.push(part)
  }
  const rest = parts.length - listed.length
  return [...listed, ...(rest > 0 ? [restOf(rest)] : [])].join(GAP)
}

const restOf = (count: number): string => `And ${count} more.`

const partOf = ({ text, terms }: FiringPayload): string => (terms.note === undefined ? text : `${text}\n${terms.note}`)

/** Truncates without splitting a surrogate pair, which receivers reject. */
export const shortened = (text: string, longest: number): string => text.slice(0, longest).replace(/\p{Cs}$/u, '')

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
