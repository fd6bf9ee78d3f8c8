import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { feedbackId } from '@aerie/wire/agent/agent'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/api/api-error.ts'
import { setStatus, useMarketState } from '../../platform/live/market/market-status.ts'
import { testAgentServer, testConversation, testId, testMessage } from '../../platform/live/test/agent-server.ts'
import { T0, testStatus } from '../../platform/live/test/market.ts'
import { useSession } from '../../platform/session/session.ts'
import { testUser } from '../../platform/session/test/user.ts'

const server = testAgentServer()
const sockets = vi.hoisted((): { next: unknown } => ({ next: null }))
vi.unmock('../../platform/toasts/toaster.tsx')
vi.mock('socket.io-client', () => ({ io: () => sockets.next }))
vi.mock(import('../../platform/live/socket/live-client.ts'), async (original) => ({ ...(await original()), startLive: () => undefined }))
const calls = vi.hoisted((): { readonly asked: string[]; readonly answers: Map<string, Promise<unknown>> } => ({
  asked: [],
  answers: new Map(),
}))
vi.mock(import('../../platform/live/messages/messages-client.ts'), () => ({
  askMarketData: (({ command, ticker, hours }: { command: string; ticker: string; hours?: number }) => {
    const key = `${command} ${ticker}${hours === undefined ? '' : ` ${hours}`}`
    calls.asked.push(key)
    return calls.answers.get(key) ?? Promise.reject(new Error(`nobody expected ${key}`))
  }) as never,
}))

import { useAgent } from '../../platform/live/agent/agent-state.ts'
import { useAgentPanel } from '../../platform/navigation/agent-panel-state.ts'
import { returnLostFocus } from '../../ui/focus-when-gone.ts'
import { AgentPanel } from './agent-panel.tsx'
import { resultDate } from './tool-results/result-text.ts'
import { useCallRuns } from './tool-results/run-calls.ts'

sockets.next = server.transport

let place = ''
function LocationProbe() {
  const { pathname, search } = useLocation()
  place = pathname + search
  return null
}
const show = () =>
  render(
    <MemoryRouter>
      <LocationProbe />
      <AgentPanel />
    </MemoryRouter>,
  )
const emit = (event: string, message: unknown) => act(() => server.emit(event, message))
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Agent EagleEye' })
const ask = (text: string) => {
  fireEvent.change(field(), { target: { value: text } })
  fireEvent.keyDown(field(), { key: 'Enter' })
}
const log = () => within(screen.getByRole('log'))
const price = (currency: string, value: number): MarketDataMessage => ({
  command: 'info',
  message_id: testId(value),
  error: null,
  data: { currency, price: value, quote: 'USD', source: 'sim', as_of: T0 },
})
const callOf = (ticker: string) => ({ name: 'get_crypto_price' as const, arguments: JSON.stringify({ ticker }) })
function asked(text: string): string {
  ask(text)
  const { id } = itemAt(defined(useAgent.getState().threads[testId(1)]).waiting, -1)
  emit('message', testMessage(20, { _id: id, content: text }))
  return id
}
function openFirst() {
  emit('conversations', [testConversation(1, 'Bitcoin')])
  fireEvent.click(screen.getByRole('button', { name: 'History' }))
  fireEvent.click(screen.getByRole('button', { name: /^Bitcoin/ }))
  emit('history', { conversation: testId(1), messages: [] })
}
const feedback = () => server.received('feedback') as Array<{ id: string; text: string; message_id: string }>

beforeEach(() => {
  // Message ages depend on the clock, so it is frozen.
  vi.useFakeTimers({ now: T0, toFake: ['Date'] })
  calls.asked.length = 0
  calls.answers.clear()
  setStatus(testStatus())
  useSession.setState({ token: 't', phase: 'active', user: testUser() })
  useAgentPanel.setState({ isOpen: true })
  show()
  act(() => server.accept())
})
afterEach(() => {
  cleanup()
  act(() => {
    useAgent.setState(useAgent.getInitialState(), true)
    useCallRuns.setState({}, true)
    useMarketState.setState(useMarketState.getInitialState(), true)
  })
  localStorage.clear()
  vi.useRealTimers()
})

it('starts empty, with suggested questions, and creates a conversation from the first', () => {
  fireEvent.click(screen.getByRole('button', { name: 'What is the price of Bitcoin?' }))
  expect(server.received('conversation').at(-1)).toMatchObject({ text: 'What is the price of Bitcoin?' })
  expect(log().getByText('What is the price of Bitcoin?')).toBeTruthy()
  expect(screen.getByRole('status', { name: 'Agent EagleEye is answering' })).toBeTruthy()
})

it('shows results in the order of the calls, each with source and age, and keeps that order', async () => {
  openFirst()
  const before = feedback().length
  const slow = Promise.withResolvers<MarketDataMessage>()
  calls.answers.set('info BTC', slow.promise)
  calls.answers.set('info ETH', Promise.resolve(price('ETH', 3_200)))
  const question = asked('BTC and ETH?')
  const reply = testMessage(21, {
    sender: 'Agent',
    content: 'Here:',
    reply_to: question,
    tool_calls: [callOf('BTC'), callOf('ETH')],
  })
  emit('message', reply)
  expect(calls.asked).toEqual(['info BTC', 'info ETH'])
  await log().findByText(`The price of ETH at ${resultDate(T0)} is $3,200.00`)
  expect(log().getByRole('status', { name: 'Looking up the price of BTC' })).toBeTruthy()
  expect(feedback()).toHaveLength(before)
  await act(async () => slow.resolve(price('BTC', 64_000)))
  const resultTexts = log()
    .getAllByText(/^The price of/)
    .map(({ textContent }) => textContent)
  expect(resultTexts).toEqual([`The price of BTC at ${resultDate(T0)} is $64,000.00`, `The price of ETH at ${resultDate(T0)} is $3,200.00`])
  await waitFor(() => expect(feedback().slice(before)).toHaveLength(2))
  expect(
    feedback()
      .slice(before)
      .map(({ id, text, message_id }) => [id, text, message_id]),
  ).toEqual([
    [feedbackId(reply._id, 0), resultTexts[0], testId(64_000)],
    [feedbackId(reply._id, 1), resultTexts[1], testId(3_200)],
  ])
  const chips = [...document.querySelectorAll('[data-source="sim"]')].map(({ textContent }) => textContent)
  expect(chips).toEqual(['SIMULATEDPrice 0 s ago', 'SIMULATEDPrice 0 s ago'])
  emit('message', testMessage(22, { _id: feedbackId(reply._id, 0), sender: 'Agent', content: itemAt(resultTexts, 0) }))
  expect(log().getAllByText(/^The price of BTC/)).toHaveLength(1)
})

it('leaves the calls of a question from another window to that window until they are requested here', async () => {
  openFirst()
  emit('message', testMessage(30, { content: 'asked elsewhere' }))
  const reply = testMessage(31, { sender: 'Agent', content: 'Here:', reply_to: testId(30), tool_calls: [callOf('BTC')] })
  emit('message', reply)
  expect(calls.asked).toEqual([])
  calls.answers.set('info BTC', Promise.resolve(price('BTC', 64_000)))
  fireEvent.click(log().getByRole('button', { name: 'Look it up' }))
  await log().findByText(`The price of BTC at ${resultDate(T0)} is $64,000.00`)
  expect(calls.asked).toEqual(['info BTC'])
})

it('shows what another window has looked up, with its verified source, and marks what has none', () => {
  openFirst()
  const reply = testMessage(31, {
    sender: 'Agent',
    content: 'Here:',
    reply_to: testId(30),
    tool_calls: [callOf('BTC'), callOf('ETH')],
  })
  const figure = {
    tool: 'get_crypto_price',
    currency: 'BTC',
    price: 64_000,
    quote: 'USD',
    source: 'sim',
    at: T0 - 60_000,
    as_of: T0 - 60_000,
  } as const
  emit('message', testMessage(30))
  emit('message', reply)
  emit(
    'message',
    testMessage(32, {
      _id: feedbackId(reply._id, 0),
      sender: 'Agent',
      content: 'The price of BTC at noon is $64,000.00',
      figures: [figure],
    }),
  )
  emit('message', testMessage(33, { _id: feedbackId(reply._id, 1), sender: 'Agent', content: 'The price of ETH at noon is $1.00' }))
  const [chip] = document.querySelectorAll('[data-source]')
  expect([chip?.textContent, chip?.hasAttribute('data-stale')]).toEqual(['SIMULATEDPrice 1 min agoSTALE', true])
  expect(log().getAllByText('Source not proven')).toHaveLength(1)
})

it('shows the error of a result verbatim, and keeps it', async () => {
  openFirst()
  const before = feedback().length
  const expectedText = 'The price of NEW 24 hours ago is not known: there is no history of it in that time.'
  calls.answers.set(
    'historical NEW 24',
    Promise.resolve({ command: 'historical', message_id: testId(70), error: expectedText, data: null }),
  )
  const question = asked('NEW yesterday?')
  emit(
    'message',
    testMessage(21, {
      sender: 'Agent',
      reply_to: question,
      tool_calls: [{ name: 'get_crypto_history', arguments: '{"ticker":"NEW","timeframe":24}' }],
    }),
  )
  await log().findByText(expectedText)
  await waitFor(() => expect(feedback().slice(before)).toMatchObject([{ text: expectedText }]))
  expect(document.querySelector('[data-source]')).toBeNull()
})

it('shows why a call had no result, and repeats it on request', async () => {
  openFirst()
  const before = feedback().length
  calls.answers.set(
    'info BTC',
    Promise.reject(new ApiError({ code: 'rate_limited', status: 429, detail: 'Your 200 calls of this day are used up.' })),
  )
  const question = asked('BTC?')
  emit('message', testMessage(21, { sender: 'Agent', reply_to: question, tool_calls: [callOf('BTC')] }))
  await log().findByText('No answer for the price of BTC. Your 200 calls of this day are used up.')
  expect(feedback()).toHaveLength(before)
  calls.answers.set('info BTC', Promise.resolve(price('BTC', 64_000)))
  fireEvent.click(log().getByRole('button', { name: 'Try again' }))
  await log().findByText(/is \$64,000\.00$/)
})

it('streams an answer into the log at once, and announces it a sentence at a time', async () => {
  openFirst()
  const question = asked('Tell me')
  emit('partial', { conversation: testId(1), reply_to: question, text: 'Bitcoin is up. It ' })
  expect(log().getByText(/^Bitcoin is up\. It/)).toBeTruthy()
  const spoken = () => [...document.querySelectorAll('[aria-live="polite"] p')].map(({ textContent }) => textContent)
  expect(spoken()).toEqual(['Bitcoin is up.'])
  emit('partial', { conversation: testId(1), reply_to: question, text: 'Bitcoin is up. It may fall. ' })
  emit('message', testMessage(21, { sender: 'Agent', engine: 'llm', reply_to: question, content: 'Bitcoin is up. It may fall. Who knows' }))
  expect(spoken()).toEqual(['Bitcoin is up.', 'It may fall.', 'Who knows'])
})

it('closes a history that covers the conversation once one is opened, and focuses the message field', () => {
  const screenMatches = (matches: (query: string) => boolean) =>
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: matches(query),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
  screenMatches(() => false)
  openFirst()
  expect(screen.getByRole('navigation', { name: 'Conversations' })).toBeTruthy()
  screenMatches((docked) => docked.includes('width >= 90rem'))
  fireEvent.click(screen.getByRole('button', { name: /^Bitcoin/ }))
  expect(screen.queryByRole('navigation', { name: 'Conversations' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message to Agent EagleEye' }))
  vi.unstubAllGlobals()
})

it('does not announce messages loaded from history', () => {
  emit('conversations', [testConversation(1, 'Bitcoin')])
  fireEvent.click(screen.getByRole('button', { name: 'History' }))
  fireEvent.click(screen.getByRole('button', { name: /^Bitcoin/ }))
  emit('history', {
    conversation: testId(1),
    messages: [testMessage(1), testMessage(2, { sender: 'Agent', reply_to: testId(1), content: 'Old. News.' })],
  })
  expect(log().getByText('Old. News.')).toBeTruthy()
  expect(document.querySelectorAll('[aria-live="polite"] p')).toHaveLength(0)
})

it('offers what an answer suggests, and opens the charts it proposes only on a press', () => {
  openFirst()
  const question = asked('ETH in 12 hours?')
  emit(
    'message',
    testMessage(21, {
      sender: 'Agent',
      reply_to: question,
      content: 'Look:',
      suggestions: ['And SOL?'],
      proposals: [{ kind: 'prediction', currency: 'ETH', hours: 12 }],
    }),
  )
  expect(place).toBe('/')
  expect(log().getByRole('button', { name: 'ETH, 12 hours ahead' })).toBeTruthy()
  fireEvent.click(log().getByRole('button', { name: 'And SOL?' }))
  expect(useAgent.getState().threads[testId(1)]?.waiting.at(-1)?.text).toBe('And SOL?')
})

it('renames in place, and cancels with Escape', () => {
  openFirst()
  const rename = () => {
    fireEvent.click(screen.getByRole('button', { name: /^More about/ }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))
    return screen.getByRole('textbox', { name: 'Conversation name' })
  }
  fireEvent.change(rename(), { target: { value: 'No' } })
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Conversation name' }), { key: 'Escape' })
  expect(screen.getByRole('button', { name: /^Bitcoin/ })).toBeTruthy()
  fireEvent.change(rename(), { target: { value: 'Digital gold' } })
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Conversation name' }), { key: 'Enter' })
  expect(screen.getByRole('button', { name: /^Digital gold/ })).toBeTruthy()
  expect(server.received('rename').at(-1)).toEqual({ conversation: testId(1), name: 'Digital gold' })
})

it.each(['Enter', 'Escape'])('focuses the options of a conversation again when its rename ends with %s', async (key) => {
  const stop = returnLostFocus(document)
  openFirst()
  const options = screen.getByRole('button', { name: /^More about/ })
  fireEvent.click(options)
  fireEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))
  const field = screen.getByRole('textbox', { name: 'Conversation name' })
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key })
  await waitFor(() => expect(document.activeElement).toBe(options))
  stop()
})

it('deletes a conversation, and restores it from the toast', async () => {
  openFirst()
  fireEvent.click(screen.getByRole('button', { name: /^More about/ }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(screen.queryByRole('button', { name: /^Bitcoin/ })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(server.received('restore').at(-1)).toEqual({ conversation: testId(1) })
})

it('shows that it is reconnecting, and keeps messages sent meanwhile', () => {
  openFirst()
  act(() => server.vanish())
  expect(screen.getByText('Reconnecting. Messages are kept and sent once connected.')).toBeTruthy()
  ask('Are you there?')
  expect(log().getByText('Are you there?')).toBeTruthy()
  act(() => server.accept())
  expect(screen.queryByText(/^Reconnecting/)).toBeNull()
  expect(server.received('message').at(-1)).toMatchObject({ text: 'Are you there?' })
})

it('marks a question without an answer, and can retry it', () => {
  openFirst()
  const question = asked('Hello?')
  emit('error', { code: 'unavailable', message: 'It could not be answered right now.', conversation: testId(1), id: question })
  expect(screen.queryByRole('status', { name: 'Agent EagleEye is answering' })).toBeNull()
  const readings = server.received('history').length
  fireEvent.click(within(log().getByRole('alert')).getByRole('button', { name: 'Try Again' }))
  expect(server.received('history')).toHaveLength(readings + 1)
  expect(screen.getByRole('status', { name: 'Agent EagleEye is answering' })).toBeTruthy()
})

it('shows one conversation at a time, whichever was shown before', () => {
  openFirst()
  emit('conversations', [testConversation(2, 'Ether'), testConversation(1, 'Bitcoin')])
  for (const name of ['Ether', 'Bitcoin', 'Ether']) {
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }))
    expect(screen.getAllByRole('log')).toHaveLength(1)
  }
  expect(document.querySelectorAll('.sr-only[aria-live="polite"]')).toHaveLength(1)
})

it('shows source and age beside the numbers of a model', () => {
  openFirst()
  const question = asked('How is bitcoin?')
  const figure = { tool: 'get_crypto_price', currency: 'BTC', price: 64_000, quote: 'USD', source: 'sim', at: T0, as_of: T0 } as const
  emit(
    'message',
    testMessage(21, { sender: 'Agent', engine: 'llm', reply_to: question, content: 'It stands at 64,000.', figures: [figure] }),
  )
  const [line] = within(log().getByRole('list', { name: 'Numbers in this answer' })).getAllByRole('listitem')
  expect(line?.textContent).toMatch(/^BTC \$64,000\.00, .+SIMULATEDPrice 0 s ago$/)
})

it('loads earlier messages on a press and on scrolling up, and does not repeat old calls', () => {
  openFirst()
  emit('history', { conversation: testId(1), messages: [testMessage(30), testMessage(31)], next: testId(30) })
  fireEvent.click(log().getByRole('button', { name: 'Show earlier messages' }))
  expect(server.received('history').at(-1)).toEqual({ conversation: testId(1), before: testId(30) })
  emit('history', { conversation: testId(1), messages: [testMessage(20)], before: testId(30), next: testId(20) })
  const area = screen.getByRole('log')
  area.scrollTop = 150
  fireEvent.scroll(area)
  area.scrollTop = 100
  fireEvent.scroll(area)
  expect(server.received('history').at(-1)).toEqual({ conversation: testId(1), before: testId(20) })
  emit('history', { conversation: testId(1), messages: [testMessage(10)], before: testId(20) })
  expect(
    log()
      .getAllByText(/^Message \d+$/)
      .map(({ textContent }) => textContent),
  ).toEqual([10, 20, 30, 31].map((n) => `Message ${n}`))
  expect(log().queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
  expect(screen.queryByRole('button', { name: /New message/ })).toBeNull()
})

it('shows all text around an answer in its language, except the phrase from the specification', async () => {
  openFirst()
  calls.answers.set('info BTC', Promise.resolve(price('BTC', 97_000)))
  const question = asked('Wie steht Bitcoin?')
  emit(
    'message',
    testMessage(21, { sender: 'Agent', content: 'Hier ist der Preis.', reply_to: question, language: 'de', tool_calls: [callOf('BTC')] }),
  )
  const phrase = await log().findByText(/^The price of BTC at .* is \$97,000\.00$/)
  expect(phrase.lang).toBe('en')
  const answer = within(log().getAllByRole('article', { name: 'Agent EagleEye' }).at(-1)!)
  expect(phrase.closest('article')?.lang).toBe('de')
  expect(answer.getByText(/^Preis vor \d/)).toBeTruthy()
  expect(answer.getByText('In Currencies öffnen', { exact: false })).toBeTruthy()
  expect(answer.getByRole('button', { name: 'Antwort kopieren' })).toBeTruthy()
  const rest = answer.getAllByRole('button').map(({ textContent, ariaLabel }) => `${textContent} ${ariaLabel}`)
  expect(rest.join(' ')).not.toMatch(/Copy|Ask|Open|Show|ago/)
})
