import * as z from 'zod/mini'
import { epochMsField, sourceKind, symbol } from '../market/market.ts'
import { PREDICTION_MAX_HOURS } from '../market/market-data.ts'
import { socketError } from '../problem.ts'

/** The three market tools; each leads to one market-data call. */
export const TOOL_NAMES = ['get_crypto_price', 'get_crypto_prediction', 'get_crypto_history'] as const
export type ToolName = (typeof TOOL_NAMES)[number]

/** What a tool is asked: a catalogue symbol, and whole hours where the tool needs them. */
export const toolArguments = z.object({ ticker: symbol, timeframe: z.optional(z.int().check(z.gte(1))) })
export type ToolArguments = z.output<typeof toolArguments>
/** A tool call of the agent; `arguments` is a JSON string of `toolArguments`. */
export const toolCall = z.object({ name: z.enum(TOOL_NAMES), arguments: z.string() })
export type ToolCall = z.output<typeof toolCall>

/** Longest message of a user, in UTF-16 code units. */
export const MESSAGE_MAX_LENGTH = 4_000
/** A removed conversation can be restored for so long; then it is erased. */
export const REMOVED_KEPT_HOURS = 24
/** Longest name of a conversation. */
export const CONVERSATION_NAME_MAX_LENGTH = 80

const conversationId = z.uuid()

/**
 * The `_id` of the message that tells the result of a reply's tool call: the same in every window. It is the reply's with
 * the version 8 (made by the application's own rule) and the place of the call in its last byte.
 *
 * @param reply `_id` of the reply, in lower case
 * @param call place of the call in `tool_calls`, from 0; below 256
 */
export function feedbackId(reply: string, call: number): string {
  const last = Number.parseInt(reply.slice(-2), 16) ^ call
  return `${reply.slice(0, 14)}8${reply.slice(15, -2)}${last.toString(16).padStart(2, '0')}`
}
/** ISO 8601 in UTC. Not `z.iso.datetime`, which brings all its kin into the first load of Home. */
const instant = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/))
const words = (max: number) => z.string().check(z.trim(), z.minLength(1, 'empty'), z.maxLength(max, 'too long'))

/** One conversation of the caller. */
export const conversationEntry = z.object({ _id: conversationId, name: z.string(), createdAt: instant })
export type ConversationEntry = z.output<typeof conversationEntry>

const plainDecimal = z.string().check(z.regex(/^\d{1,15}(\.\d{1,12})?$/))

/** A view of a chart that the agent proposes; it is shown only after the user's click. */
export const chartProposal = z.object({
  kind: z.enum(['history', 'prediction']),
  currency: symbol,
  hours: z.int().check(z.gte(1)),
})
export type ChartProposal = z.output<typeof chartProposal>

/** An alert that the agent has drafted; nothing is set before the user saves it. One of `level` and `percent` (of a day) is there. */
export const alertProposal = z.object({
  kind: z.literal('alert'),
  currency: symbol,
  direction: z.enum(['above', 'below', 'cross']),
  level: z.optional(plainDecimal),
  percent: z.optional(plainDecimal),
})
export type AlertProposal = z.output<typeof alertProposal>

/** A number that was said, where it came from and how old it was then. */
export const provenFigure = z.object({
  tool: z.enum(TOOL_NAMES),
  currency: symbol,
  /** In `quote`. */
  price: z.number().check(z.gt(0)),
  quote: z.string(),
  source: sourceKind,
  /** When the price held or will hold: market clock. */
  at: epochMsField,
  /** When it was known: the tick, the end of the hour, the issue of the forecast. */
  as_of: epochMsField,
})
export type ProvenFigure = z.output<typeof provenFigure>

/** Who speaks. */
export const sender = z.enum(['user', 'Agent'])

/** One message of a conversation. */
export const chatMessage = z.object({
  /** The `id` that the client gave it, where it gave one. */
  _id: z.uuid(),
  conversation: conversationId,
  sender,
  content: z.string(),
  createdAt: instant,
  tool_calls: z.optional(z.array(toolCall)),
  /** The user's message that this answers. */
  reply_to: z.optional(z.uuid()),
  /** Which engine spoke; on a fallback the content says so in words. */
  engine: z.optional(z.enum(['built-in', 'llm'])),
  /** The answer was cut short: by the user, or by a failure. */
  ended: z.optional(z.enum(['stopped', 'failed'])),
  figures: z.optional(z.array(provenFigure)),
  proposals: z.optional(z.array(z.union([chartProposal, alertProposal]))),
  /** What tools for the user's own data have answered: `ownResult` of agent-own.ts, parsed where it is shown. */
  own: z.optional(z.array(z.unknown())),
  /** Questions that one may ask next, in the language of the answer. */
  suggestions: z.optional(z.array(z.string())),
  /** Language of `content`, as in BCP 47: `en`, `zh`. */
  language: z.optional(z.string()),
})
export type ChatMessage = z.output<typeof chatMessage>

/** Client to server on `/agent`. */
export const agentCommands = {
  /** Asks for the list; there is nothing to say. */
  conversations: z.optional(z.unknown()),
  /**
   * `id` is made by the client and becomes the `_id`: this window knows its own conversation by it among those of other
   * windows, and asking again after a reconnect makes no second one. Without it the server chooses.
   */
  conversation: z.object({ text: words(MESSAGE_MAX_LENGTH), id: z.optional(z.uuid()) }),
  /** The newest messages; with `before`, the `next` of an earlier answer, those that come before that message. */
  history: z.object({ conversation: conversationId, before: z.optional(z.uuid()) }),
  /** `id` is made by the client and becomes the `_id`, so that a message sent again after a reconnect is said once. */
  message: z.object({
    conversation: conversationId,
    text: words(MESSAGE_MAX_LENGTH),
    id: z.optional(z.uuid()),
    /** IANA zone that "today" and "last week" are meant in; UTC where it is absent or not known. */
    zone: z.optional(z.string().check(z.maxLength(64))),
  }),
  /**
   * The result of a tool call as the client showed it, kept in the history. `id` becomes the `_id`; the client derives it
   * from the reply and the place of the call in it (`feedbackId`), so that two windows can never tell one result twice.
   */
  feedback: z.object({
    conversation: conversationId,
    text: words(MESSAGE_MAX_LENGTH),
    id: z.optional(z.uuid()),
    /** The market-data result that the text tells. The server checks the figure against what it said itself. */
    message_id: z.optional(z.uuid()),
  }),
  rename: z.object({ conversation: conversationId, name: words(CONVERSATION_NAME_MAX_LENGTH) }),
  remove: z.object({ conversation: conversationId }),
  /** Undoes a removal, for as long as the server keeps what was removed. */
  restore: z.object({ conversation: conversationId }),
  stop: z.object({ conversation: conversationId }),
} as const
export type AgentCommand = keyof typeof agentCommands

/**
 * Server to client on `/agent`. `conversation`, `message`, `partial` and `removed` reach all windows of the user, so that
 * they show one order; `conversations`, `history` and `error` answer the window that asked. The window that sends a
 * message or a feedback hears it back where it gave it an `id`: it is stored by then.
 */
export const agentEvents = {
  conversations: z.array(conversationEntry),
  conversation: conversationEntry,
  /** Oldest first. `before` is that of the request; `next` asks for older ones and is absent where there are none. */
  history: z.object({
    conversation: conversationId,
    messages: z.array(chatMessage),
    before: z.optional(z.uuid()),
    next: z.optional(z.uuid()),
  }),
  message: chatMessage,
  /** A streamed answer so far: `text` is the whole of it, not a piece. The `message` that follows replaces it. */
  partial: z.object({ conversation: conversationId, reply_to: z.uuid(), text: z.string() }),
  removed: z.object({ conversation: conversationId }),
  error: z.extend(socketError, { conversation: z.optional(z.string()), id: z.optional(z.string()) }),
} as const

/** One prediction that the agent named, and how it did once its hour had closed. */
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
  /** Close of its hour; null before that. */
  close: z.nullable(z.number().check(z.gt(0))),
  state: z.enum(['open', 'scored', 'unscorable']),
})
export type AgentPrediction = z.output<typeof agentPrediction>

/** Predictions a page holds. */
export const PREDICTIONS_PAGE_SIZE = 50
const share = z.number().check(z.gte(0), z.lte(1))
/** A share and where the true one lies with 95 % confidence (Wilson, over `independent`). */
const measuredShare = z.nullable(z.object({ share, low: share, high: share }))

/** How the predictions that the agent named did, by the kind of source: what was simulated never counts as live. */
export const agentRecord = z.object({
  source: sourceKind,
  named: z.int(),
  scored: z.int(),
  /** Scored predictions whose spans do not overlap, coin by coin: the sample size that the intervals are made of. */
  independent: z.int(),
  /** Mean absolute error in natural logs of the predicted price and of "no change", and their ratio; null before the first. */
  median_error: z.nullable(z.object({ ours: z.number(), no_change: z.number(), ratio: z.nullable(z.number()) })),
  /** Closes nearer to the predicted price than to the anchor; equally near counts half. */
  nearer_than_no_change: measuredShare,
  /** Closes within the 80 % band. */
  inside_80: measuredShare,
})
export type AgentRecord = z.output<typeof agentRecord>

/** Data of `GET /api/v1/agent/predictions?symbol=&page=`: the caller's own, newest first, and their record. */
export const agentPredictionPage = z.object({
  entries: z.array(agentPrediction),
  page: z.int(),
  size: z.int(),
  total: z.int(),
  records: z.array(agentRecord),
})
export type AgentPredictionPage = z.output<typeof agentPredictionPage>
