import { ACCOUNT_FIELD_WORDS } from '@aerie/wire/account/account-field-words'
import type * as z from 'zod/mini'
import type { ApiError } from './api-error.ts'

export type FieldMessages = Readonly<Record<string, string | undefined>>

export function messagesOf(error: z.core.$ZodError): FieldMessages {
  const messages: Record<string, string> = {}
  for (const { path, message } of error.issues) messages[String(path[0] ?? '')] ??= sentence(message)
  return messages
}

export const serverMessages = ({ errors }: ApiError): FieldMessages =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first === undefined ? undefined : sentence(first)]))

function sentence(text: string): string {
  if (text === ACCOUNT_FIELD_WORDS.needed) return 'This field is required.'
  // Zod's default text for rules without a message; its locales are not bundled.
  if (text === 'Invalid input') return 'This is not valid.'
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
