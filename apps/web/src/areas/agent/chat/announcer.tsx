import { feedbackId } from '@aerie/wire/agent/agent'
import { useEffect, useRef, useState } from 'react'
import type { Thread } from '../../../platform/live/agent/agent-thread.ts'
import { type CallRun, useCallRuns } from '../tool-results/run-calls.ts'

/** Older lines are removed from the DOM. */
const KEPT_LINES = 12

type Line = { readonly key: number; readonly text: string }
type Utterance = { readonly key: string; readonly text: string; readonly isWhole: boolean }

/** Live region: announces the agent's answers sentence by sentence. Loaded history is not announced. */
export function Announcer({ thread }: { readonly thread: Thread }) {
  const runs = useCallRuns()
  const [lines, setLines] = useState<readonly Line[]>([])
  const read = useRef<{ isBegun: boolean; readonly upTo: Map<string, number>; count: number }>({
    isBegun: false,
    upTo: new Map(),
    count: 0,
  })
  useEffect(() => {
    const state = read.current
    const spoken = utterances(thread, runs).flatMap(({ key, text, isWhole }) => {
      const { sentences, upTo } = newSentences(text, state.upTo.get(key) ?? 0, isWhole)
      state.upTo.set(key, upTo)
      return sentences
    })
    const isOld = !state.isBegun
    state.isBegun ||= thread.isRead
    if (isOld || spoken.length === 0) return
    setLines((before) => [...before, ...spoken.map((text) => ({ key: state.count++, text }))].slice(-KEPT_LINES))
  }, [thread, runs])
  return (
    <div aria-live="polite" className="sr-only">
      {lines.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  )
}

/** A streamed answer and its final version count as one utterance. */
function utterances({ messages, partial }: Thread, runs: Readonly<Record<string, CallRun>>): Utterance[] {
  const answers = messages
    .filter(({ sender }) => sender === 'Agent')
    .map(({ _id, reply_to, content }) => ({ key: reply_to ?? _id, text: content, isWhole: true }))
  const results = messages.flatMap(({ _id, tool_calls = [] }) =>
    tool_calls.flatMap((_, place) => {
      const key = feedbackId(_id, place)
      const run = runs[key]
      return run?.state === 'answered' ? [{ key, text: run.text, isWhole: true }] : []
    }),
  )
  const streamed = partial === null ? [] : [{ key: partial.reply_to, text: partial.text, isWhole: false }]
  return [...answers, ...results, ...streamed]
}

/** Sentence end: a mark followed by a space, or a CJK mark. A decimal point does not match. */
const END = /[.!?…]+["”’)]*\s+|[。！？]\s*|\n+/g

type SpeakableText = {
  readonly sentences: readonly string[]
  readonly upTo: number
}

/** @param from offset already read out, in characters. @param isWhole the text is complete: its end counts as a sentence end */
export function newSentences(text: string, from: number, isWhole: boolean): SpeakableText {
  const rest = text.slice(from)
  const sentences: string[] = []
  let start = 0
  for (const match of rest.matchAll(END)) {
    const end = match.index + match[0].length
    sentences.push(rest.slice(start, end))
    start = end
  }
  if (isWhole) sentences.push(rest.slice(start))
  return { sentences: sentences.map(plainText).filter((sentence) => sentence !== ''), upTo: isWhole ? text.length : from + start }
}

const plainText = (text: string): string =>
  text
    .replace(/~~(.+?)~~/g, '$1 (no tool returned this number)')
    .replace(/[*_`#>]+/g, '')
    .trim()
