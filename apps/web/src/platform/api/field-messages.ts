import { ACCOUNT_FIELD_MESSAGES } from '@aerie/wire/account/messages'
import type * as z from 'zod/mini'
import type { ApiError } from './api-error.ts'

export type FieldMessages = Readonly<Record<string, string | undefined>>

const REQUIRED = 'This field is required.'
/** Zod's text for rules without a message; its locales are not bundled. */
const NO_MESSAGE = 'Invalid input'

/** @param empty fields without text: a form's own sentence is shown at them, but no message of a wire schema */
export function messagesOf(error: z.core.$ZodError, empty: ReadonlySet<string>): FieldMessages {
  const messages: Record<string, string> = {}
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? '')
    messages[field] ??= isSentence(message) ? message : empty.has(field) ? REQUIRED : sentence(message)
  }
  return messages
}

export const serverMessages = ({ errors }: ApiError): FieldMessages =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first === undefined ? undefined : sentence(first)]))

/** Messages of wire schemas are fragments in lower case. */
const isSentence = (text: string): boolean => text !== NO_MESSAGE && /^[A-Z]/.test(text)

function sentence(text: string): string {
  if (text === ACCOUNT_FIELD_MESSAGES.needed) return REQUIRED
  if (text === NO_MESSAGE) return 'This is not valid.'
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
