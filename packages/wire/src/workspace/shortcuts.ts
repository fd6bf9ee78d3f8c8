import * as z from 'zod/mini'
import { DOCUMENT_FIELD_MESSAGES } from './messages.ts'

/** Maximum actions with user-defined keys. */
export const MOST_KEY_CHOICES = 300
/** Maximum action id length in characters. */
export const ACTION_ID_LENGTH = 80

const PRESS = '(?:mod\\+)?(?:alt\\+)?(?:shift\\+)?(?:[^\\s\\p{Lu}\\p{C}]|[a-z]{2,12}|f\\d{1,2})'

/** One or two presses separated by a space: `mod` (Ctrl, or Cmd on a Mac), `alt`, `shift`, then the key. Example: 'mod+shift+f', 'g h'. */
export const shortcutKeys = z.string().check(z.maxLength(60), z.regex(new RegExp(`^(?:${PRESS}(?: ${PRESS})?)?$`, 'u'), 'keys'))

/** Document `shortcuts`: user-defined keys by action id; other actions keep their defaults. */
export const shortcutChoices = z.strictObject({
  keys: z._default(
    z
      .record(z.string().check(z.minLength(1), z.maxLength(ACTION_ID_LENGTH)), shortcutKeys)
      .check(z.refine((keys) => Object.keys(keys).length <= MOST_KEY_CHOICES, DOCUMENT_FIELD_MESSAGES.mostActions)),
    {},
  ),
})
export type ShortcutChoices = z.output<typeof shortcutChoices>
