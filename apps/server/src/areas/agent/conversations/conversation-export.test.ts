import type { ChatMessage } from '@aerie/wire/agent/agent'
import { expect, it } from 'vitest'
import { jsonExport, markdownExport } from './conversation-export.ts'

const ID = '632ce608-69f2-45a9-a357-7376285a1c32'
const AT = '2026-01-31T10:00:00.000Z'

async function* pagesOf(...pages: readonly (readonly ChatMessage[])[]): AsyncGenerator<readonly ChatMessage[]> {
  yield* pages
}
async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

it('removes pictures and HTML from language model output, and keeps struck text', async () => {
  const content = 'Not ~~70,000~~ ![x](https://tracker.example/1.png) <img src="https://tracker.example/2.png">'
  const entry = { _id: ID, name: 'BTC', createdAt: AT }
  const reply: ChatMessage = { _id: ID, conversation: ID, sender: 'Agent', content, createdAt: AT, engine: 'llm' }
  const text = await textOf(markdownExport({ entry, pages: pagesOf([reply]) }))
  expect(text).toContain('~~70,000~~')
  expect(text).not.toContain('![')
  expect(text).not.toContain('<img')
})

const message = (content: string): ChatMessage => ({ _id: ID, conversation: ID, sender: 'user', content, createdAt: AT })
const entry = { _id: ID, name: 'BTC', createdAt: AT }

it.each([
  ['no message', []],
  ['one page', [[message('a'), message('b')]]],
  ['several', [[message('a'), message('b')], [message('c')]]],
])('contains the data of %s, in order', async (_what, pages) =>
  expect(JSON.parse(await textOf(jsonExport({ entry, pages: pagesOf(...pages) })))).toEqual({ data: { ...entry, messages: pages.flat() } }),
)

it('reads each page only after the previous one was consumed', async () => {
  let read = 0
  async function* counted(): AsyncGenerator<readonly ChatMessage[]> {
    for (const name of ['a', 'b', 'c']) {
      read += 1
      yield [message(name)]
    }
  }
  const pieces = markdownExport({ entry, pages: counted() })
  await pieces.next()
  await pieces.next()
  expect(read).toBe(1)
})
