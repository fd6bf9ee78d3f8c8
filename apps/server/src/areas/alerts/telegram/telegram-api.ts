import * as z from 'zod/mini'

type Options = { readonly token: string; readonly url?: string | undefined }

const answer = z.object({
  ok: z.boolean(),
  result: z.optional(z.unknown()),
  error_code: z.optional(z.int()),
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.number()) })),
})
/** `code` is 0 for an unreadable response. */
export type TelegramAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: number; readonly retryAfterS: number | undefined; readonly isChatGone: boolean }

/** 400 messages meaning that the chat no longer exists; others concern the message. */
const CHAT_GONE = /chat not found|user not found|peer_id_invalid/i
const NOTHING: TelegramAnswer = { ok: false, code: 0, retryAfterS: undefined, isChatGone: false }
const TIMEOUT_MS = 15_000
const MOST_BYTES = 1_048_576
const ORIGIN = 'https://api.telegram.org'

/** The token is part of each URL, so no URL or error message may leave this module. */
export function telegramApi({ token, url = ORIGIN }: Options) {
  const call = async (
    method: string,
    body: object,
    { signal, timeoutMs = TIMEOUT_MS }: { signal: AbortSignal; timeoutMs?: number },
  ): Promise<TelegramAnswer> => {
    try {
      const response = await fetch(`${url.replace(/\/$/, '')}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      return understood(await textOf(response))
    } catch {
      // Its message may contain the token.
      return NOTHING
    }
  }
  return {
    me: (signal: AbortSignal) => call('getMe', {}, { signal }),
    send: (chatId: number, text: string, signal: AbortSignal) =>
      call('sendMessage', { chat_id: chatId, text, link_preview_options: { is_disabled: true } }, { signal }),
    updates: (offset: number, waitS: number, signal: AbortSignal) =>
      call('getUpdates', { offset, timeout: waitS, allowed_updates: ['message'] }, { signal, timeoutMs: waitS * 1_000 + TIMEOUT_MS }),
  }
}
export type TelegramApi = ReturnType<typeof telegramApi>

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    bytes += part.length
    if (bytes > MOST_BYTES) return ''
  }
  return Buffer.concat(parts).toString('utf8')
}

function understood(text: string): TelegramAnswer {
  const parsed = z.safeParse(answer, JSON.parse(text))
  if (!parsed.success) return NOTHING
  const { ok, result, error_code: code = 0, description = '', parameters } = parsed.data
  return ok ? { ok, result } : { ok, code, retryAfterS: parameters?.retry_after, isChatGone: code === 400 && CHAT_GONE.test(description) }
}
