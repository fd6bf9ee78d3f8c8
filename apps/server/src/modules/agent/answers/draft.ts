import type { AlertRequest } from '@aerie/agent/alert-request'
import type { AgentReply, AgentToolCall, AgentTurn } from '@aerie/agent/engine'
import type { ChatMessage, ProvenFigure } from '@aerie/wire/agent/agent'
import type { OwnResult } from '@aerie/wire/agent/agent-own'

/** A tool call as engines speak of it; on the wire its arguments are JSON in text. */
export type Call = AgentToolCall

/** An earlier question or reply of the conversation. */
export type Turn = AgentTurn & {
  /** What the server itself said there. */
  readonly figures?: readonly ProvenFigure[]
  /** What the server told there of the user's own data. */
  readonly own?: readonly OwnResult[]
}

/** What an engine is asked. */
export type Ask = {
  readonly userId: string
  readonly question: string
  /** Everything of this conversation before the question, oldest first. */
  readonly turns: readonly Turn[]
  /** Zone that days are meant in, as the user's window told it. */
  readonly zone: string | undefined
  /** The user stops the answer, or the server ends. */
  readonly signal: AbortSignal
  /** The answer so far, fit to be shown. */
  readonly onText: (text: string) => void
}

/** A reply that is not stored yet. */
export type Draft = {
  readonly text: string
  readonly calls: readonly Call[]
  readonly engine: NonNullable<ChatMessage['engine']>
  readonly ended?: NonNullable<ChatMessage['ended']>
  readonly figures?: readonly ProvenFigure[]
  readonly suggestions?: readonly string[]
  readonly language?: string
  /** What was read of the user's own data. */
  readonly own?: readonly OwnResult[]
  /** An alert to be looked at and saved by the user. */
  readonly alert?: AlertRequest
}

/** The engine that needs no model: pure and quick. */
export type BuiltIn = { answer(question: string, history: readonly AgentTurn[]): AgentReply }
