import type { ServerAddress } from './aerie-server.ts'
import { until } from './until.ts'

const SAVED_WITHIN_MS = 90_000

type Document = { readonly version: number; readonly body: Record<string, unknown> | null }

/**
 * A user's documents (layout, lists, notes) on the server, read and written like another session.
 * @param user returns the session's token
 */
export function savedDocuments(user: () => { readonly server: ServerAddress; readonly token: string }) {
  const send = (path: string, init: RequestInit = {}): Promise<Response> => {
    const { server, token } = user()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return fetch(`${server.url}/api/v1/workspace/${path}`, { ...init, headers })
  }
  const read = async (path: string): Promise<Document> => {
    const answer = await send(path)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: Document }).data
  }
  const body = async (path: string) => (await read(path)).body ?? {}
  return {
    body,
    text: async (path: string) => JSON.stringify(await body(path)),
    change: async (path: string, change: object): Promise<void> => {
      for (;;) {
        const before = await read(path)
        const next = JSON.stringify({ version: before.version, body: { ...before.body, ...change } })
        const answer = await send(path, { method: 'PUT', body: next })
        if (answer.ok) return
        // A save of the user's page may come in between.
        if (answer.status !== 409) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      }
    },
    /** A page that could not save for a while retries only once a minute. */
    untilHas: (path: string, text: string) =>
      until(`${text} in ${path}`, async () => JSON.stringify(await body(path)).includes(text) || undefined, SAVED_WITHIN_MS),
  }
}
