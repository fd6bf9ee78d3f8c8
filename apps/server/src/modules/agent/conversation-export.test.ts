import { expect, it } from 'vitest'
import { markdownExport } from './conversation-export.ts'

const ID = '632ce608-69f2-45a9-a357-7376285a1c32'
const AT = '2026-01-31T10:00:00.000Z'

it('leaves no picture and no HTML in what a language model wrote, and keeps what it struck out', () => {
  const content = 'Not ~~70,000~~ ![x](https://tracker.example/1.png) <img src="https://tracker.example/2.png">'
  const entry = { _id: ID, name: 'BTC', createdAt: AT }
  const text = markdownExport({ entry, messages: [{ _id: ID, conversation: ID, sender: 'Agent', content, createdAt: AT, engine: 'llm' }] })
  expect(text).toContain('~~70,000~~')
  expect(text).not.toContain('![')
  expect(text).not.toContain('<img')
})
