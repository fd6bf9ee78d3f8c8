import type { ChatMessage, ProvenFigure, ToolArguments, ToolName } from '@aerie/wire/agent'

/** A tool call as engines speak of it; on the wire its arguments are JSON in text. */
export type Call = { readonly name: ToolName; readonly arguments: ToolArguments }

/** An earlier question or reply of the conversation. */
export type Turn = {
  readonly sender: 'user' | 'agent'
  readonly text: string
  readonly calls?: readonly Call[]
  /** What the server itself said there. */
  readonly figures?: readonly ProvenFigure[]
}

/** What an engine is asked. */
export type Ask = {
  readonly userId: string
  readonly question: string
  /** Everything of this conversation before the question, oldest first. */
  readonly turns: readonly Turn[]
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
}

/** The engine that needs no model: pure and quick. */
export type BuiltIn = {
  readonly answer: (
    question: string,
    history: readonly Pick<Turn, 'sender' | 'text' | 'calls'>[],
  ) => {
    readonly text: string
    readonly calls: readonly Call[]
    readonly language: string
    readonly suggestions: readonly string[]
  }
}
