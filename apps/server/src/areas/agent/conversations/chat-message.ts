import {
  type AlertProposal,
  type ChartProposal,
  type ChatMessage,
  chatMessage,
  type OrderProposal,
  type ToolCall,
  toolArguments,
} from '@aerie/wire/agent/agent'
import { type OwnResult, ownResult } from '@aerie/wire/agent/agent-own'
import { isSupportedSymbol } from '@aerie/wire/market/supported-symbols'
import * as z from 'zod/mini'
import type { Call, Draft, Turn } from '../answers/draft.ts'
import type { MessageRow } from './message-repository.ts'

const PROPOSALS_MAX = 4

export function chatMessageOf(row: MessageRow, conversation: string): ChatMessage {
  const optional = {
    tool_calls: row.toolCalls,
    reply_to: row.replyTo,
    engine: row.engine,
    ended: row.ended,
    figures: row.figures,
    own: row.own,
    proposals: row.proposals,
    suggestions: row.suggestions,
    language: row.language,
  }
  return z.parse(chatMessage, {
    _id: row.id,
    conversation,
    sender: row.kind === 'question' ? 'user' : 'Agent',
    content: row.content,
    createdAt: row.createdAt.toISOString(),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
  })
}

export const replyColumns = ({ text, calls, engine, ended, figures, own, suggestions, language, alert, order }: Draft) => {
  const proposals = [...proposalsOf(calls), ...alertProposalOf(alert), ...orderProposalOf(order)]
  return {
    content: text,
    engine,
    ended: ended ?? null,
    language: language ?? null,
    toolCalls: calls.length > 0 ? calls.map(toolCallOf) : null,
    figures: figures !== undefined && figures.length > 0 ? figures : null,
    own: own !== undefined && own.length > 0 ? own : null,
    proposals: proposals.length > 0 ? proposals : null,
    suggestions: suggestions !== undefined && suggestions.length > 0 ? suggestions : null,
  }
}

const toolCallOf = ({ name, arguments: args }: Call): ToolCall => ({ name, arguments: JSON.stringify(args) })

function proposalsOf(calls: readonly Call[]): ChartProposal[] {
  const proposals = calls.flatMap(({ name, arguments: { ticker, timeframe } }): ChartProposal[] => {
    if (timeframe === undefined || !isSupportedSymbol(ticker) || name === 'get_crypto_price') return []
    return [{ kind: name === 'get_crypto_history' ? 'history' : 'prediction', currency: ticker, hours: timeframe }]
  })
  return proposals.slice(0, PROPOSALS_MAX)
}

function alertProposalOf(alert: Draft['alert']): AlertProposal[] {
  if (alert === undefined) return []
  const { symbol, direction, level, percent } = alert
  return [{ kind: 'alert', currency: symbol, direction, ...(level === undefined ? { percent } : { level }) }]
}

function orderProposalOf(order: Draft['order']): OrderProposal[] {
  if (order === undefined) return []
  const { symbol, ...terms } = order
  return [{ kind: 'order', currency: symbol, type: order.price === undefined ? 'market' : 'limit', ...terms }]
}

/** Context for `question`: earlier questions with their replies, even if those were stored later. */
export function turnsBefore(question: MessageRow, rows: readonly MessageRow[]): Turn[] {
  const earlier = rows.filter(({ seq }) => seq < question.seq)
  const asked = new Set(earlier.flatMap(({ kind, id }) => (kind === 'question' ? [id] : [])))
  const known = rows.filter(({ kind, seq, replyTo }) => (kind === 'reply' ? asked.has(replyTo ?? '') : seq < question.seq))
  const positionOf = (row: MessageRow): number =>
    row.kind === 'reply' ? (rows.find(({ id }) => id === row.replyTo)?.seq ?? row.seq) : row.seq
  return known
    .map((row) => ({ row, place: positionOf(row) }))
    .sort((a, b) => a.place - b.place || a.row.seq - b.row.seq)
    .flatMap(({ row }) => turnOf(row))
}

/** From a result reported by the client, only proven figures are used: its text is not the agent's. */
function turnOf(row: MessageRow): Turn[] {
  if (row.kind === 'question') return [{ sender: 'user', text: row.content }]
  const { figures, own = [], tool_calls = [] } = chatMessageOf(row, ANY_ID)
  if (row.kind === 'feedback') return figures === undefined ? [] : [{ sender: 'agent', text: '', figures }]
  const calls = tool_calls.map(callOf)
  return [{ sender: 'agent', text: row.content, calls, own: own.flatMap(ownOf), ...(figures && { figures }) }]
}

/** Results in an outdated format are not proof. */
function ownOf(stored: unknown): OwnResult[] {
  const read = z.safeParse(ownResult, stored)
  return read.success ? [read.data] : []
}

function callOf({ name, arguments: text }: ToolCall): Call {
  const { ticker, timeframe } = z.parse(toolArguments, JSON.parse(text))
  return { name, arguments: { ticker, ...(timeframe !== undefined && { timeframe }) } }
}

const ANY_ID = '00000000-0000-4000-8000-000000000000'
