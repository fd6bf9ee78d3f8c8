import { feedbackId } from '@aerie/wire/agent/agent'
import { useEffect, useRef, useState } from 'react'
import type { Thread } from '../../../platform/live/agent/agent-thread.ts'
import { newSentences } from '../answer/sentences.ts'
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
