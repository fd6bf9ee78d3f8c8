import type { AerieServer } from './aerie-server.ts'
import { until } from './until.ts'

type Document = { readonly version: number; readonly body: Record<string, unknown> | null }

/**
 * The documents of a user (a layout, lists, notes) as the server has them, read and written as another session of the user would.
 *
 * @param user gives the token of the session
 */
export function savedDocuments(user: () => { readonly server: AerieServer; readonly token: string }) {
  const ask = async (path: string, init: RequestInit = {}): Promise<Document> => {
    const { server, token } = user()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/api/v1/workspace/${path}`, { ...init, headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: Document }).data
  }
  const body = async (path: string) => (await ask(path)).body ?? {}
  return {
    body,
    text: async (path: string) => JSON.stringify(await body(path)),
    /** Changes some of a document's fields. */
    change: async (path: string, change: object): Promise<void> => {
      const before = await ask(path)
      await ask(path, { method: 'PUT', body: JSON.stringify({ version: before.version, body: { ...before.body, ...change } }) })
    },
    /** Until the server has it. */
    untilHas: (path: string, text: string) =>
      until(`${text} in ${path}`, async () => JSON.stringify(await body(path)).includes(text) || undefined),
  }
}
