import { PassThrough, type Readable, type Writable } from 'node:stream'
import { SECOND_MS } from '@aerie/core/time'
import { TOKEN_PREFIX } from '@aerie/wire/account/account-tokens'
import { problem } from '@aerie/wire/problem'
import type { Client } from '@modelcontextprotocol/client'
import type { CallToolResult, Server } from '@modelcontextprotocol/server'
import type { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod/mini'
import { isLoopbackHost } from '../../config.ts'
import { VERSION } from '../../platform/version.ts'
import { CommandFailure } from './usage.ts'

export const MCP_USAGE = `  mcp                                   MCP server on standard input and output for another assistant: its tools read the Aerie server at
                                        AERIE_URL (default http://127.0.0.1:4800) as the user of the API token in AERIE_TOKEN`

type Streams = { readonly stdin: Readable; readonly stdout: Writable; readonly warn: (line: string) => void }
type Settings = { readonly url: URL; readonly token: string }

const DEFAULT_URL = 'http://127.0.0.1:4800'
const TOKEN = new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`)
/** A message of a client has a few hundred bytes. */
const MAX_MESSAGE_BYTES = 1_000_000
const TIMEOUT_MS = 30 * SECOND_MS

/** `mcp`: serves until standard input ends. Standard output carries frames of the protocol only. @throws CommandFailure */
export async function runMcp(args: readonly string[], env: NodeJS.ProcessEnv, streams: Streams): Promise<void> {
  if (args.length > 0) throw new CommandFailure('mcp takes no arguments: it reads AERIE_URL and AERIE_TOKEN.')
  const settings = readSettings(env)
  const { protocol, hostname } = settings.url
  if (protocol === 'http:' && !isLoopbackHost(hostname)) streams.warn(`Warning: the token goes to ${hostname} unencrypted. Use https.`)
  const client = await connect(settings)
  try {
    await serve(client, streams)
  } finally {
    await client.close()
  }
}

function readSettings({ AERIE_URL, AERIE_TOKEN }: NodeJS.ProcessEnv): Settings {
  const token = AERIE_TOKEN?.trim() ?? ''
  if (token === '')
    throw new CommandFailure('AERIE_TOKEN is not set. Create an API token in Account, with read scopes, and set it in the environment.')
  if (!TOKEN.test(token))
    throw new CommandFailure(`AERIE_TOKEN is not an API token: one begins with ${TOKEN_PREFIX} and has 47 characters.`)
  const address = AERIE_URL?.trim() || DEFAULT_URL
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new CommandFailure('AERIE_URL is not an address such as https://aerie.example.')
  url.search = ''
  url.hash = ''
  return { url: new URL('mcp', url.href.endsWith('/') ? url : `${url.href}/`), token }
}

async function connect({ url, token }: Settings): Promise<Client> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const client = new Client({ name: 'aerie-stdio', version: VERSION })
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: (target, init) => askServer(new URL(target), init),
  })
  try {
    await client.connect(transport, { timeout: TIMEOUT_MS })
  } catch (error) {
    throw error instanceof CommandFailure
      ? error
      : new CommandFailure(`${url.origin} does not answer as an Aerie server: ${textOf(error)}.`)
  }
  return client
}

/** The server's own reason, where it refuses. @throws CommandFailure */
async function askServer(url: URL, init: RequestInit | undefined): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (error instanceof DOMException) throw error
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : textOf(error)
    throw new CommandFailure(
      `Aerie at ${url.origin} cannot be reached (${reason || 'no connection'}). Is it running, and is AERIE_URL right?`,
    )
  })
  if (response.status === 401)
    throw new CommandFailure('The server does not accept the token in AERIE_TOKEN: it is unknown, expired or revoked.')
  if (response.ok || !response.headers.get('content-type')?.startsWith('application/problem+json')) return response
  // Clients that do not need a stream of events ask for one and go on without it.
  if (response.status === 405) return response
  const read = z.safeParse(problem, await response.json().catch(() => undefined))
  throw new CommandFailure(read.success ? read.data.detail : `The server answered ${response.status}.`)
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 300) ?? ''

async function serve(client: Client, { stdin, stdout, warn }: Streams): Promise<void> {
  const [{ Server, ProtocolError, ProtocolErrorCode }, { StdioServerTransport, serveStdio }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
  ])
  const instructions = client.getInstructions()
  const serverFor = (): Server => {
    const server = new Server(
      { name: 'aerie', title: 'Aerie', version: VERSION },
      { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) },
    )
    server.setRequestHandler('tools/list', async () => {
      try {
        const { tools } = await client.listTools(undefined, { timeout: TIMEOUT_MS })
        return { tools }
      } catch (error) {
        throw new ProtocolError(ProtocolErrorCode.InternalError, textOf(error))
      }
    })
    server.setRequestHandler('tools/call', async ({ params: { name, arguments: given } }): Promise<CallToolResult> => {
      try {
        return await client.callTool({ name, ...(given !== undefined && { arguments: given }) }, { timeout: TIMEOUT_MS })
      } catch (error) {
        if (hasCode(error)) throw new ProtocolError(error.code, textOf(error))
        return { content: [{ type: 'text', text: textOf(error) }], isError: true }
      }
    })
    return server
  }
  const input = new PassThrough()
  const transport = new StdioServerTransport(input, stdout, { maxBufferSize: MAX_MESSAGE_BYTES })
  let fault = 'the connection was closed'
  serveStdio(serverFor, {
    transport,
    onerror: (error) => {
      fault = textOf(error)
      warn(fault)
    },
  })
  if (!(await isServed(transport, { stdin, input }))) throw new CommandFailure(`Ended before the end of standard input: ${fault}.`)
}

/** Errors of JSON-RPC have a number as code, those of a connection a word. */
const hasCode = (error: unknown): error is { readonly code: number } =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number'

const message = z.object({ id: z.optional(z.union([z.string(), z.number()])), method: z.optional(z.string()) })

type Inputs = { readonly stdin: Readable; readonly input: PassThrough }

/** Answers what was asked before standard input ended: the transport would drop it. @returns false if it closed before that end */
async function isServed(transport: StdioServerTransport, { stdin, input }: Inputs): Promise<boolean> {
  const open = new Set<string | number>()
  let isEnded = false
  let isRead = false
  const endIfServed = (): void => {
    if (isRead && open.size === 0) input.end()
  }
  const { onmessage, onclose } = transport
  const send = transport.send.bind(transport)
  transport.onmessage = (received) => {
    const { id, method } = z.parse(message, received)
    if (id !== undefined && method !== undefined) open.add(id)
    onmessage?.(received)
  }
  transport.send = async (sent) => {
    await send(sent)
    const { id, method } = z.parse(message, sent)
    if (id !== undefined && method === undefined) open.delete(id)
    endIfServed()
  }
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
  stdin.once('end', () => {
    setTimeout(() => input.end(), TIMEOUT_MS).unref()
    isEnded = true
    // What was piped has been delivered by then.
    setImmediate(() => {
      isRead = true
      endIfServed()
    })
  })
  stdin.once('error', () => input.end())
  stdin.pipe(input, { end: false })
  await closed
  stdin.unpipe(input)
  stdin.destroy()
  return isEnded
}
