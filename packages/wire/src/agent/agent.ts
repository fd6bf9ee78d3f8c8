import * as z from 'zod/mini'
import { byId, endpoint } from '../endpoint.ts'
import { epochMsField, sourceKind, symbol } from '../market/market.ts'
import { PREDICTION_MAX_HOURS } from '../market/market-data.ts'
import { socketError } from '../problem.ts'

/** The market tools; each maps to one market-data call. */
export const TOOL_NAMES = ['get_crypto_price', 'get_crypto_prediction', 'get_crypto_history'] as const
export type ToolName = (typeof TOOL_NAMES)[number]

/** Tool arguments: a catalogue symbol, and whole hours where needed. */
export const toolArguments = z.object({ ticker: symbol, timeframe: z.optional(z.int().check(z.gte(1))) })
export type ToolArguments = z.output<typeof toolArguments>
/** An agent tool call; `arguments` is `toolArguments` as JSON text. */
export const toolCall = z.object({ name: z.enum(TOOL_NAMES), arguments: z.string() })
export type ToolCall = z.output<typeof toolCall>

/** Maximum user message length in UTF-16 code units. */
export const MESSAGE_MAX_LENGTH = 4_000
/** Hours a removed conversation can be restored before it is erased. */
export const REMOVED_KEPT_HOURS = 24
/** Maximum length of a conversation name. */
export const CONVERSATION_NAME_MAX_LENGTH = 80

const conversationId = z.uuid()

/** Deterministic `_id` of a tool result message: the reply's lower-case id as UUID version 8 with the call index (below 256) at the end. */
export function feedbackId(reply: string, call: number): string {
  const last = Number.parseInt(reply.slice(-2), 16) ^ call
  return `${reply.slice(0, 14)}8${reply.slice(15, -2)}${last.toString(16).padStart(2, '0')}`
}
/** ISO 8601 in UTC. Not `z.iso.datetime`: it pulls all its variants into Home's initial load. */
const instant = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/))
const boundedText = (max: number) => z.string().check(z.trim(), z.minLength(1, 'empty'), z.maxLength(max, 'too long'))

/** A conversation of the caller. */
export const conversationEntry = z.object({ _id: conversationId, name: z.string(), createdAt: instant })
export type ConversationEntry = z.output<typeof conversationEntry>

const plainDecimal = z.string().check(z.regex(/^\d{1,15}(\.\d{1,12})?$/))

/** A chart view proposed by the agent; shown only after the user clicks. */
export const chartProposal = z.object({
  kind: z.enum(['history', 'prediction']),
  currency: symbol,
  hours: z.int().check(z.gte(1)),
})
export type ChartProposal = z.output<typeof chartProposal>

/** An alert drafted by the agent; nothing is set until the user saves it. Has either `level` or `percent` (per day). */
export const alertProposal = z.object({
  kind: z.literal('alert'),
  currency: symbol,
  direction: z.enum(['above', 'below', 'cross']),
  level: z.optional(plainDecimal),
  percent: z.optional(plainDecimal),
})
export type AlertProposal = z.output<typeof alertProposal>

/** An order drafted by the agent: it fills the ticket, and only the user sends it. `size` in coins, or `value` in USDC; a limit order has a `price`. */
export const orderProposal = z.object({
  kind: z.literal('order'),
  currency: symbol,
  side: z.enum(['buy', 'sell']),
  type: z.enum(['market', 'limit']),
  size: z.optional(plainDecimal),
  value: z.optional(plainDecimal),
  price: z.optional(plainDecimal),
})
export type OrderProposal = z.output<typeof orderProposal>

/** A quoted number with its source and age. */
export const provenFigure = z.object({
  tool: z.enum(TOOL_NAMES),
  currency: symbol,
  price: z.number().check(z.gt(0)),
  quote: z.string(),
  source: sourceKind,
  /** Time the price applies to; market clock. */
  at: epochMsField,
  /** When it was known: the tick, the end of the hour, or the forecast's issue. */
  as_of: epochMsField,
})
export type ProvenFigure = z.output<typeof provenFigure>

/** Author of a message. */
export const sender = z.enum(['user', 'Agent'])

/** A message of a conversation. */
export const chatMessage = z.object({
  _id: z.uuid(),
  conversation: conversationId,
  sender,
  content: z.string(),
  createdAt: instant,
  tool_calls: z.optional(z.array(toolCall)),
  reply_to: z.optional(z.uuid()),
  engine: z.optional(z.enum(['built-in', 'llm'])),
  ended: z.optional(z.enum(['stopped', 'failed'])),
  figures: z.optional(z.array(provenFigure)),
  proposals: z.optional(z.array(z.union([chartProposal, alertProposal, orderProposal]))),
  own: z.optional(z.array(z.unknown())),
  suggestions: z.optional(z.array(z.string())),
  language: z.optional(z.string()),
})
export type ChatMessage = z.output<typeof chatMessage>

/** Client to server on `/agent`. */
export const agentCommands = {
  conversations: z.optional(z.unknown()),
  /** The client-generated `id` becomes the `_id`, which makes retries after a reconnect idempotent. */
  conversation: z.object({ text: boundedText(MESSAGE_MAX_LENGTH), id: z.optional(z.uuid()) }),
  history: z.object({ conversation: conversationId, before: z.optional(z.uuid()) }),
  message: z.object({
    conversation: conversationId,
    text: boundedText(MESSAGE_MAX_LENGTH),
    id: z.optional(z.uuid()),
    /** IANA zone for "today" and "last week"; UTC if absent or unknown. */
    zone: z.optional(z.string().check(z.maxLength(64))),
  }),
  /** A displayed tool result, kept in the history. Its `id` comes from `feedbackId`, so two windows cannot report one result twice. */
  feedback: z.object({
    conversation: conversationId,
    text: boundedText(MESSAGE_MAX_LENGTH),
    id: z.optional(z.uuid()),
    /** The quoted market-data result; the server checks the number against its own. */
    message_id: z.optional(z.uuid()),
  }),
  rename: z.object({ conversation: conversationId, name: boundedText(CONVERSATION_NAME_MAX_LENGTH) }),
  remove: z.object({ conversation: conversationId }),
  restore: z.object({ conversation: conversationId }),
  stop: z.object({ conversation: conversationId }),
} as const
export type AgentCommand = keyof typeof agentCommands

/** Server to client on `/agent`. `conversation`, `message`, `partial` and `removed` go to all windows of the user, others to one. */
export const agentEvents = {
  conversations: z.array(conversationEntry),
  conversation: conversationEntry,
  history: z.object({
    conversation: conversationId,
    messages: z.array(chatMessage),
    before: z.optional(z.uuid()),
    next: z.optional(z.uuid()),
  }),
  message: chatMessage,
  /** A streamed answer so far: `text` is cumulative. The final `message` replaces it. */
  partial: z.object({ conversation: conversationId, reply_to: z.uuid(), text: z.string() }),
  removed: z.object({ conversation: conversationId }),
  error: z.extend(socketError, { conversation: z.optional(z.string()), id: z.optional(z.string()) }),
} as const

/** A prediction quoted by the agent, scored once its hour has closed. */
export const agentPrediction = z.object({
  currency: symbol,
  hours: z.int().check(z.gte(1), z.lte(PREDICTION_MAX_HOURS)),
  issued_at: epochMsField,
  due_at: epochMsField,
  anchor: z.number().check(z.gt(0)),
  predicted: z.number().check(z.gt(0)),
  low80: z.number(),
  high80: z.number(),
  quote: z.string(),
  source: sourceKind,
  close: z.nullable(z.number().check(z.gt(0))),
  state: z.enum(['open', 'scored', 'unscorable']),
})
export type AgentPrediction = z.output<typeof agentPrediction>

/** Predictions per page. */
export const PREDICTIONS_PAGE_SIZE = 50
const share = z.number().check(z.gte(0), z.lte(1))
const measuredShare = z.nullable(z.object({ share, low: share, high: share }))

/** The agent's prediction record by kind of source: simulated ones never count as live. */
export const agentRecord = z.object({
  source: sourceKind,
  named: z.int(),
  scored: z.int(),
  /** Scored predictions with non-overlapping spans per coin: the sample size for the intervals. */
  independent: z.int(),
  /** Mean absolute error, in natural logs, of the prediction and of "no change", and their ratio; null before the first. */
  median_error: z.nullable(z.object({ ours: z.number(), no_change: z.number(), ratio: z.nullable(z.number()) })),
  /** Closes nearer to the prediction than to the anchor; ties count half. */
  nearer_than_no_change: measuredShare,
  inside_80: measuredShare,
})
export type AgentRecord = z.output<typeof agentRecord>

/** The caller's predictions, newest first, and their record. */
export const agentPredictionPage = z.object({
  entries: z.array(agentPrediction),
  page: z.int(),
  size: z.int(),
  total: z.int(),
  records: z.array(agentRecord),
})
export type AgentPredictionPage = z.output<typeof agentPredictionPage>

const PAGES_MAX = 10_000

export const getAgentPredictions = endpoint('GET /agent/predictions', {
  auth: 'user',
  summary: 'Predictions that the agent quoted to the caller, newest first, and how they did against "no change"',
  description:
    'Each is an issued forecast: it never changes, and its hour is scored once. Records are kept apart by source: simulated and ' +
    'replayed ones never count as live. Shares have the 95 % Wilson interval over `independent` predictions, whose spans do not overlap.',
  query: z.object({
    symbol: z.optional(symbol),
    page: z._default(
      z.pipe(
        z.string().check(z.regex(/^\d{1,6}$/, 'a whole number')),
        z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(PAGES_MAX))),
      ),
      1,
    ),
  }),
  returns: agentPredictionPage,
})

export const exportConversation = endpoint('GET /agent/conversations/:id/export', {
  auth: 'user',
  summary: "One of the caller's conversations as Markdown or JSON",
  params: byId,
  query: z.object({ format: z._default(z.enum(['md', 'json']), 'md') }),
  file: 'text/markdown',
})
