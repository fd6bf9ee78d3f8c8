import type { AlertRequest } from '@aerie/agent/alert-request'
import type { AgentReply, AgentToolCall, AgentTurn } from '@aerie/agent/engine'
import type { OrderRequest } from '@aerie/agent/order-request'
import type { ChatMessage, ProvenFigure } from '@aerie/wire/agent/agent'
import type { OwnResult } from '@aerie/wire/agent/agent-own'

export type Call = AgentToolCall

export type Turn = AgentTurn & {
  readonly figures?: readonly ProvenFigure[]
  readonly own?: readonly OwnResult[]
}

export type Ask = {
  readonly userId: string
  readonly question: string
  readonly turns: readonly Turn[]
  /** Time zone of the user's window, for day references. */
  readonly zone: string | undefined
  readonly signal: AbortSignal
  readonly onText: (text: string) => void
}

export type Draft = {
  readonly text: string
  readonly calls: readonly Call[]
  readonly engine: NonNullable<ChatMessage['engine']>
  readonly ended?: NonNullable<ChatMessage['ended']>
  readonly figures?: readonly ProvenFigure[]
  readonly suggestions?: readonly string[]
  readonly language?: string
  readonly own?: readonly OwnResult[]
  readonly alert?: AlertRequest
  readonly order?: OrderRequest
}

/** The engine without a model: pure and fast. */
export type BuiltIn = { answer(question: string, history: readonly AgentTurn[]): AgentReply }
