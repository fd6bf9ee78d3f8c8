import { numberText } from '@aerie/core/numbers/number-text'
import type { ChatMessage, ProvenFigure } from '@aerie/wire/agent/agent'
import type { WholeConversation } from './conversation-service.ts'

export async function* markdownExport({ entry, pages }: WholeConversation): AsyncGenerator<string> {
  yield `# ${asText(entry.name)}\n\nConversation with Agent EagleEye, begun ${moment(entry.createdAt)}.\n`
  for await (const messages of pages) yield messages.map((message) => `\n${messageText(message)}`).join('')
  yield '\n'
}

export async function* jsonExport({ entry, pages }: WholeConversation): AsyncGenerator<string> {
  yield `{"data":${JSON.stringify(entry).slice(0, -1)},"messages":[`
  let separator = ''
  for await (const messages of pages)
    for (const message of messages) {
      yield `${separator}${JSON.stringify(message)}`
      separator = ','
    }
  yield ']}}'
}

const moment = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`

function messageText({ sender, content, createdAt, figures = [], ended, engine }: ChatMessage): string {
  const who = sender === 'user' ? 'You' : 'Agent EagleEye'
  const how = [
    engine === 'llm' ? 'language model' : '',
    ended === 'stopped' ? 'stopped' : '',
    ended === 'failed' ? 'not finished' : '',
  ].filter(Boolean)
  const title = `## ${who}, ${moment(createdAt)}${how.length > 0 ? ` (${how.join(', ')})` : ''}`
  // Keeps the model's strike-throughs and escapes the rest: images would be fetched when the file is opened.
  const body = engine === 'llm' ? content.replaceAll('<', '&lt;').replaceAll('![', String.raw`!\[`) : asText(content)
  return [title, '', body, ...(figures.length > 0 ? ['', ...figures.map(figureText)] : []), ''].join('\n')
}

const SOURCE_LABELS = { live: 'live', sim: 'simulated', replay: 'replay' } as const

const figureText = ({ tool, currency, price, quote, source, at, as_of }: ProvenFigure): string =>
  `- ${currency} ${numberText(price)} ${quote} at ${moment(new Date(at).toISOString())} (${SOURCE_LABELS[source]}, known ${moment(new Date(as_of).toISOString())}, ${tool.replaceAll('_', '\\_')})`

const asText = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|~!&]/g, String.raw`\$&`).replaceAll('\n', '  \n')
