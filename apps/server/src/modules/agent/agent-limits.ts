import { MAX_CALLS } from '@aerie/agent/plan'
import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'

/** Questions of a conversation that may wait for an answer: more than a person types ahead, few enough to be answered soon. */
export const WAITING_MAX = 10
/** What one answer to `history` holds: several screens, and less than the slowest line takes in a second or two. */
export const HISTORY_PAGE = { messages: 100, bytes: 256 * 1024 } as const
/** Messages of an export that are read and written at once: at most some 300 kB, whatever their script. */
export const EXPORT_PAGE = 25
/** A conversation that a person can still read. */
export const MESSAGES_PER_CONVERSATION = 1_000
/** A list that a person can still search. Removed ones count until they are erased, so that no restoring goes beyond it. */
export const CONVERSATIONS_MAX = 500
/** Questions and results a user and a UTC day: three a minute all day. Bounds what one account can fill the disk with. */
export const MESSAGES_A_DAY = 5_000

/** A question that has waited longer for its answer, because the server was down, is not answered late but said to be. */
export const ANSWERABLE_MS = 15 * MINUTE_MS
/** How often an answer is begun before it is given up: a question that brings the server down must not do so for ever. */
export const TRIES_MAX = 2

/** Answers of the language model that a user may have running at once: two windows, and no more load from one account. */
export const RUNNING_ANSWERS = 2
/** Tokens of the language model a user and a UTC day; about 60 questions with tools. It caps what an account can cost the operator. */
export const TOKENS_A_DAY = 200_000
/** Taken from the day before an answer begins and corrected by what it really took: answers at the same time cannot overdraw together. */
export const TOKENS_RESERVED = 12_000
/** Rounds of asking the model and running its tools. Two are needed; the others leave room for a correction. */
export const MODEL_STEPS = 4
/** Three short sentences in any script. */
export const OUTPUT_TOKENS = 700
/** Tool calls in one answer: as many as the built-in engine makes. */
export const CALLS_MAX = MAX_CALLS
/** Readings of own data in one answer: each is a query over a journal. */
export const OWN_CALLS_MAX = 6
/** Messages of a conversation that the model sees, and their length together. */
export const MODEL_HISTORY = { messages: 40, characters: 12_000 } as const

/** Bytes of one response of the model: `OUTPUT_TOKENS`, each as an event of its own. */
export const RESPONSE_BYTES = 512 * 1024
/** Characters that one step may send to tools: a call has some fifty. */
export const TOOL_INPUT_CHARACTERS = 8_000

/** Longest answer that is listened to: what `OUTPUT_TOKENS` are in any script, for an endpoint that knows no such limit. */
export const ANSWER_CHARACTERS = 4_000
/** Figures of a conversation that an answer may name, the newest ones: each number of it is compared with all of them. */
export const FACTS_MAX = 400

/**
 * How long the model may take: to begin each step, between two pieces of it, and for all of it. Who waits is better served by
 * the built-in engine after a quarter of a minute than by a model after a minute.
 */
export const MODEL_TIMEOUTS = { totalMs: 60 * SECOND_MS, firstChunkMs: 15 * SECOND_MS, chunkMs: 10 * SECOND_MS } as const
/** A slot for a running answer is free again after this, whatever became of its holder. */
export const SLOT_MS = MODEL_TIMEOUTS.totalMs + MINUTE_MS
/** After so many failures in a row the model is left alone for a while: nobody should wait for an endpoint that is down. */
export const FAILURES_BEFORE_REST = 3
export const REST_MS = 30 * SECOND_MS

/** Least time between two pieces of a streamed answer: one frame of a 40 Hz screen, so that none is wasted. */
export const PARTIAL_EVERY_MS = 25
