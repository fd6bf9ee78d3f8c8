import { MAX_CALLS } from '@aerie/agent/plan'
import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'

export const WAITING_MAX = 10
/** One `history` response: several screens, small enough for a slow connection to load in a second or two. */
export const HISTORY_PAGE = { messages: 100, bytes: 256 * 1024 } as const
/** Messages per batch of an export: about 300 kB at most, in any script. */
export const EXPORT_PAGE = 25
export const MESSAGES_PER_CONVERSATION = 1_000
/** Includes removed conversations until they are erased, so that restoring cannot exceed it. */
export const CONVERSATIONS_MAX = 500
/** Questions and results per user and UTC day: three a minute all day. Limits disk use per account. */
export const MESSAGES_A_DAY = 5_000

/** Questions older than this, e.g. after downtime, get an expiry notice instead of an answer. */
export const ANSWERABLE_MS = 15 * MINUTE_MS
/** Maximum attempts per answer: a question that crashes the server must not do so forever. */
export const TRIES_MAX = 2

export const RUNNING_ANSWERS = 2
/** Tokens per user and UTC day; about 60 questions with tools. Limits the operator's cost per account. */
export const TOKENS_A_DAY = 200_000
/** Reserved before an answer and corrected afterwards, so that concurrent answers cannot exceed the budget. */
export const TOKENS_RESERVED = 12_000
/** Model rounds with tool calls. Two are needed; the others allow a correction. */
export const MODEL_STEPS = 4
export const OUTPUT_TOKENS = 700
export const CALLS_MAX = MAX_CALLS
export const OWN_CALLS_MAX = 6
export const MODEL_HISTORY = { messages: 40, characters: 12_000 } as const

/** Maximum model response: `OUTPUT_TOKENS`, each as a separate event. */
export const RESPONSE_BYTES = 512 * 1024
/** Tool input per step; a call has about 50 characters. */
export const TOOL_INPUT_CHARACTERS = 8_000

/** Maximum answer length, for endpoints that ignore `OUTPUT_TOKENS`. */
export const ANSWER_CHARACTERS = 4_000
export const FACTS_MAX = 400

/** Timeouts for the start of each step, between chunks, and in total; then the built-in engine answers. */
export const MODEL_TIMEOUTS = { totalMs: 60 * SECOND_MS, firstChunkMs: 15 * SECOND_MS, chunkMs: 10 * SECOND_MS } as const
/** Slots of running answers expire after this, even if never released. */
export const SLOT_MS = MODEL_TIMEOUTS.totalMs + MINUTE_MS
/** Circuit breaker: the model is paused after this many consecutive failures. */
export const FAILURES_BEFORE_REST = 3
export const REST_MS = 30 * SECOND_MS

/** Minimum interval between streamed updates: one frame at 40 Hz. */
export const PARTIAL_EVERY_MS = 25
