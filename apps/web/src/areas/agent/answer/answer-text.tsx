import type { ChatMessage } from '@aerie/wire/agent/agent'
import { createElement, useEffect } from 'react'
import { preloadedPart } from '../../../platform/browser/lazy-part.ts'
import { useAnswerText } from './answer-language.ts'
import { hasStruck } from './strikethrough.ts'

const formatted = preloadedPart(async () => (await import('./markdown-text.tsx')).MarkdownText)

export const loadFormatting = (): void => formatted.preload()

type AnswerTextProps = {
  readonly text: string
  readonly engine: ChatMessage['engine']
  readonly language: string | undefined
  /** Still streaming: the server's note on struck numbers comes at the end. */
  readonly isPart?: boolean
}

/** Only text of a language model is formatted as Markdown. */
export function AnswerText({ text, engine, language, isPart = false }: AnswerTextProps) {
  const isModel = engine === 'llm'
  const { answerText } = useAnswerText()
  return (
    <div lang={language} dir="auto" className="text-13 text-ink-1">
      {isModel ? <Formatted text={text} /> : <p className="whitespace-pre-wrap">{text}</p>}
      {isPart && hasStruck(text) && <p className="mt-1 text-12 text-warning">{answerText.struck}</p>}
    </div>
  )
}

function Formatted({ text }: { readonly text: string }) {
  const part = formatted.usePart()
  useEffect(() => formatted.preload(), [])
  return part === null ? <p className="whitespace-pre-wrap">{text}</p> : createElement(part, { text })
}
