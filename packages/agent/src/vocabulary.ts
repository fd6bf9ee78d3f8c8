import type { AgentLanguage } from './concepts.ts'
import { OWN_LEXICONS } from './own/own-request.ts'
import { LEXICONS } from './phrase-index.ts'
import { REPLY_TEXTS } from './reply.ts'

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** Every word the engine understands or writes in a language, as spelled; phrases for Chinese, which has no spaces. */
export function vocabularyOf(language: AgentLanguage): ReadonlySet<string> {
  const texts = stringsIn([LEXICONS.filter((each) => each.language === language), OWN_LEXICONS[language], REPLY_TEXTS[language]])
  return new Set(texts.flatMap((text) => text.match(/[\p{L}\p{M}]+/gu) ?? []))
}
