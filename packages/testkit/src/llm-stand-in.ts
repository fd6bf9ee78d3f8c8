import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { portOf } from './port-of.ts'

/** Tool call of the mock model; string arguments are sent verbatim, valid or not. */
export type LlmCall = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> | string }

/** Model response to one request: text chunks, then tool calls, then the end. */
export type LlmTurn = {
  readonly text?: readonly string[]
  readonly calls?: readonly LlmCall[]
  /** Awaited before each text chunk except the first; lets a test hold a stream open. */
  readonly hold?: (piece: number) => Promise<unknown>
  readonly usage?: { readonly input: number; readonly output: number }
  /** Ended by the output length limit. */
  readonly isCutShort?: boolean
  readonly fault?: LlmFault
}

/** Fault injected into a response. */
export type LlmFault =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'refuse' }
  /** No bytes at all. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'hang-up' }
  /** Clean end of stream after the text, without the final events. */
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'error-event' }
  | { readonly kind: 'nonsense' }
  | { readonly kind: 'html' }

/** Request in a format-independent form. */
export type LlmRequest = {
  readonly format: 'openai' | 'anthropic'
  readonly model: string
  readonly system: string
  /** All messages, oldest first; tool results as sent JSON. */
  readonly messages: readonly { readonly role: string; readonly text: string }[]
  readonly toolResults: readonly string[]
  readonly tools: readonly string[]
  readonly maxTokens: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Mock language model. */
export type LlmStandIn = {
  /** Base URL with `/v1`, for both formats. */
  readonly url: string
  readonly seen: LlmRequest[]
  answer: (request: LlmRequest) => LlmTurn
  /** Number of connections the client closed early. */
  readonly abandoned: () => number
  close(): Promise<void>
}

/** Local server for OpenAI chat completions and Anthropic messages over SSE. `answer` may be replaced at any time. */
export async function llmStandIn(answer: (request: LlmRequest) => LlmTurn): Promise<LlmStandIn> {
  let abandoned = 0
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1
    })
    void handle(request, response, standIn)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  const standIn: LlmStandIn = {
    url: `http://127.0.0.1:${port}/v1`,
    seen: [],
    answer,
    abandoned: () => abandoned,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

async function handle(request: IncomingMessage, response: ServerResponse, standIn: LlmStandIn): Promise<void> {
  const format = FORMATS.find(({ path }) => path === request.url)
  const body = await bodyOf(request)
  if (format === undefined) return void response.writeHead(404).end('{}')
  const read = { ...format.read(body), headers: request.headers }
  standIn.seen.push(read)
  const turn = standIn.answer(read)
  if (turn.fault !== undefined && failAtOnce(response, turn.fault)) return
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  await stream(response, format, turn)
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
}

function failAtOnce(response: ServerResponse, fault: LlmFault): boolean {
  if (fault.kind === 'status')
    response
      .writeHead(fault.status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { type: 'stand_in', message: 'stand-in' } }))
  else if (fault.kind === 'refuse') response.destroy()
  else if (fault.kind === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Maintenance</h1>')
  else return fault.kind === 'silent'
  return true
}

async function stream(response: ServerResponse, format: Format, turn: LlmTurn): Promise<void> {
  const send = (events: readonly object[]): void => {
    for (const event of events) response.write(format.frame(event))
  }
  send(format.begin(turn))
  const pieces = turn.text ?? []
  if (pieces.length > 0) send(format.beginText())
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await turn.hold?.(index)
    if (response.destroyed) return
    send(format.text(piece))
  }
  if (turn.fault !== undefined) return breakOff(response, format, turn.fault)
  send(format.end(turn))
  response.end(format.last)
}

function breakOff(response: ServerResponse, format: Format, fault: LlmFault): void {
  if (fault.kind === 'hang-up') setImmediate(() => response.destroy())
  else if (fault.kind === 'error-event') response.end(format.frame(format.error()))
  else if (fault.kind === 'nonsense') response.end('data: {"this is": no JSON\n\n')
  else response.end()
}

type Content = string | readonly { readonly type: string; readonly text?: string; readonly content?: unknown }[] | null
type Body = {
  readonly model?: string
  readonly system?: Content
  readonly max_tokens?: number
  readonly messages?: readonly { readonly role: string; readonly content?: Content }[]
  readonly tools?: readonly { readonly name?: string; readonly function?: { readonly name: string } }[]
}

type Format = {
  readonly path: string
  readonly read: (body: Body) => Omit<LlmRequest, 'headers'>
  readonly frame: (event: object) => string
  readonly begin: (turn: LlmTurn) => readonly object[]
  readonly beginText: () => readonly object[]
  readonly text: (piece: string) => readonly object[]
  readonly end: (turn: LlmTurn) => readonly object[]
  readonly error: () => object
  readonly last: string
}

const textOf = (content: Content | undefined): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map(({ text, content: inner }) => text ?? (typeof inner === 'string' ? inner : JSON.stringify(inner ?? ''))).join('')

const argumentsOf = ({ arguments: args }: LlmCall): string => (typeof args === 'string' ? args : JSON.stringify(args))

/** Splits arguments into chunks that are not valid JSON on their own. */
const inPieces = (text: string): string[] => text.match(/[\s\S]{1,7}/g) ?? ['']

const read = (
  format: LlmRequest['format'],
  body: Body,
  isResult: (role: string, content: Content | undefined) => boolean,
): Omit<LlmRequest, 'headers'> => {
  const all = (body.messages ?? []).map(({ role, content }) => ({ role: isResult(role, content) ? 'tool' : role, text: textOf(content) }))
  const messages = all.filter(({ role }) => role !== 'system')
  const newest = messages.findLastIndex(({ role }) => role === 'user')
  return {
    format,
    model: body.model ?? '',
    system: textOf(body.system) || (all.find(({ role }) => role === 'system')?.text ?? ''),
    messages,
    toolResults: messages.slice(newest + 1).flatMap(({ role, text }) => (role === 'tool' ? [text] : [])),
    tools: (body.tools ?? []).map((tool) => tool.name ?? tool.function?.name ?? ''),
    maxTokens: body.max_tokens,
  }
}

const chunk = (delta: object, more: object = {}): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'stand-in',
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
})

const openai: Format = {
  path: '/v1/chat/completions',
  read: (body) => read('openai', body, (role) => role === 'tool'),
  frame: (event) => `data: ${JSON.stringify(event)}\n\n`,
  begin: () => [chunk({ role: 'assistant', content: '' })],
  beginText: () => [],
  text: (piece) => [chunk({ content: piece })],
  end: ({ calls = [], usage, isCutShort }) => [
    ...calls.flatMap((call, index) => [
      chunk({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name: call.name, arguments: '' } }] }),
      ...inPieces(argumentsOf(call)).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, { finish_reason: isCutShort ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop' }),
    ...(usage
      ? [
          {
            ...chunk({}),
            choices: [],
            usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output },
          },
        ]
      : []),
  ],
  error: () => ({ error: { message: 'stand-in overloaded', type: 'server_error' } }),
  last: 'data: [DONE]\n\n',
}

const anthropic: Format = {
  path: '/v1/messages',
  read: (body) => read('anthropic', body, (_role, content) => Array.isArray(content) && content.some(({ type }) => type === 'tool_result')),
  frame: (event) => `event: ${Object(event).type}\ndata: ${JSON.stringify(event)}\n\n`,
  begin: ({ usage }) => [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'stand-in',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: usage?.input ?? 0, output_tokens: 0 },
      },
    },
  ],
  beginText: () => [{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
  text: (piece) => [{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } }],
  end: ({ text = [], calls = [], usage, isCutShort }) => [
    ...(text.length > 0 ? [{ type: 'content_block_stop', index: 0 }] : []),
    ...calls.flatMap((call, place) => {
      const index = place + (text.length > 0 ? 1 : 0)
      return [
        { type: 'content_block_start', index, content_block: { type: 'tool_use', id: `toolu_${place}`, name: call.name, input: {} } },
        ...inPieces(argumentsOf(call)).map((piece) => ({
          type: 'content_block_delta',
          index,
          delta: { type: 'input_json_delta', partial_json: piece },
        })),
        { type: 'content_block_stop', index },
      ]
    }),
    {
      type: 'message_delta',
      delta: { stop_reason: isCutShort ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: usage?.output ?? 0 },
    },
    { type: 'message_stop' },
  ],
  error: () => ({ type: 'error', error: { type: 'overloaded_error', message: 'stand-in overloaded' } }),
  last: '',
}

const FORMATS: readonly Format[] = [openai, anthropic]
