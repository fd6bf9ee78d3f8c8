import * as z from 'zod/mini'
import { DOCUMENT_FIELD_WORDS } from '../field-words.ts'

/** Most actions that a user gives keys of their own. */
export const MOST_KEY_CHOICES = 300
/** Longest id of an action, in characters. */
export const ACTION_ID_LENGTH = 80

const PRESS = '(?:mod\\+)?(?:alt\\+)?(?:shift\\+)?(?:[^\\s\\p{Lu}\\p{C}]|[a-z]{2,12}|f\\d{1,2})'

/**
 * Keys of a shortcut: one press, or two that follow each other, parted by a space. A press is its modifiers, `mod` (Ctrl, or Cmd on a
 * Mac) before `alt` before `shift`, then the character it types in lower case, or the name of the key. Empty: no keys at all.
 *
 * @example 'mod+shift+f', 'g h', '?', 'alt+arrowleft', ''
 */
export const shortcutKeys = z.string().check(z.maxLength(60), z.regex(new RegExp(`^(?:${PRESS}(?: ${PRESS})?)?$`, 'u'), 'keys'))

/** Document `shortcuts`: the keys that a user has given to actions, by the action's id. Others keep the keys they come with. */
export const shortcutChoices = z.strictObject({
  keys: z._default(
    z
      .record(z.string().check(z.minLength(1), z.maxLength(ACTION_ID_LENGTH)), shortcutKeys)
      .check(z.refine((keys) => Object.keys(keys).length <= MOST_KEY_CHOICES, DOCUMENT_FIELD_WORDS.mostActions)),
    {},
  ),
})
export type ShortcutChoices = z.output<typeof shortcutChoices>
