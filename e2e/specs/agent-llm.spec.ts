import { type LlmStandIn, type LlmTurn, llmStandIn } from '@aerie/testkit/llm-stand-in'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AerieServer, startAerie } from '../support/aerie-server.ts'
import { type AgentPage, agentPage } from '../support/agent-page.ts'
import { accessibilityBreaches, openChromium, type Visit, visit, WIDE } from '../support/browser.ts'
import { hasForecasts } from '../support/has-forecasts.ts'
import { logInPage, newPerson, type Person, signUp } from '../support/people.ts'
import { until } from '../support/until.ts'

const KEY = 'a-key-that-nobody-may-see'
const silent: LlmTurn = { text: ['…'] }

let model: LlmStandIn
let server: AerieServer
let browser: Awaited<ReturnType<typeof openChromium>>
let person: Person
beforeAll(async () => {
  model = await llmStandIn(() => silent)
  const settings = { AGENT_LLM_PROVIDER: 'openai', AGENT_LLM_URL: model.url, AGENT_LLM_KEY: KEY, AGENT_LLM_MODEL: 'stand-in' }
  ;[server, browser] = await Promise.all([startAerie(settings), openChromium()])
  // Before the first forecast a page logs the 503 responses.
  await until('forecasts', () => hasForecasts(server.url), 120_000)
  person = newPerson()
  await signUp(server, person)
}, 300_000)
afterAll(async () => {
  await browser.close()
  await server.remove()
  await model.close()
})

let reader: Visit
let agent: AgentPage
beforeEach(async () => {
  reader = await visit(browser, { viewport: WIDE })
  agent = agentPage(reader.page)
  await logInPage(reader.page, server, person)
  await reader.page.goto(`${server.url}/`)
  await agent.open()
})
afterEach(async () => {
  model.answer = () => silent
  expect(reader.complaints).toEqual([])
  await reader.close()
})

it("shows each streamed chunk in the frame it arrives, then the full answer with its tool's number", async () => {
  const held = Promise.withResolvers<void>()
  model.answer = ({ toolResults }) =>
    toolResults.length === 0
      ? { calls: [{ name: 'get_crypto_price', arguments: { ticker: 'BTC' } }] }
      : { text: ['Let me **look', '** that up. '], hold: () => held.promise }
  await reader.page.addInitScript(notePartials)
  await reader.page.reload()
  await agent.open()
  await agent.ask('How is bitcoin doing?')
  await agent.log.getByText(/Let me/).waitFor()
  expect(await agent.log.getByRole('button', { name: 'Ask again' }).count()).toBe(0)
  held.resolve()
  await agent.result(/^The price of BTC at .+ is \$[\d,]+\.\d{2}/).waitFor()
  expect(await agent.log.locator('strong').innerText()).toBe('look')
  const seen = await reader.page.evaluate(() => (window as unknown as { seen: boolean[] }).seen)
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((isShown) => !isShown)).toEqual([])
})

/** Runs in the page: records for each partial message whether the next frame shows it. */
function notePartials(): void {
  const noted = Object.assign(window, { seen: [] as boolean[] })
  // The full response may have replaced its last partial by the next frame.
  const isShown = () => document.querySelector('.agent-log')?.textContent?.includes('Let me') ?? false
  const before = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage')!
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(this: WebSocket, listener: (event: MessageEvent) => void) {
      before.set?.call(this, (event: MessageEvent) => {
        listener(event)
        if (typeof event.data === 'string' && event.data.includes('"partial"')) requestAnimationFrame(() => noted.seen.push(isShown()))
      })
    },
  })
}

it('strikes out a number that no tool returned, during and after streaming', async () => {
  model.answer = () => ({ text: ['Bitcoin will be at ', '99,999 dollars', ' soon, trust me.'] })
  await agent.ask('Say something about bitcoin')
  await agent.log.getByRole('button', { name: 'Ask again' }).waitFor()
  const struck = agent.log.locator('del')
  await expect.poll(() => struck.innerText()).toContain('99,999')
  await expect.poll(() => struck.getAttribute('title')).toBe('no tool returned this number')
  await agent.log.getByText('Struck out: numbers that no tool returned.').waitFor()
  expect(await accessibilityBreaches(reader.page)).toEqual([])
})

it('renders no markup from the model, and links only web pages', async () => {
  model.answer = () => ({
    text: [
      '<img src=x onerror="document.title=1"><b>bold</b> [run](javascript:document.title=1) [news](https://example.com/a) ![p](https://example.com/p.png)',
    ],
  })
  await agent.ask('Show me the news')
  const link = agent.log.getByRole('link', { name: 'news (example.com)' })
  await link.waitFor()
  await agent.log.getByRole('button', { name: 'Ask again' }).waitFor()
  expect([await link.getAttribute('rel'), await link.getAttribute('target')]).toEqual(['noopener noreferrer nofollow ugc', '_blank'])
  expect(await agent.log.locator('img, b, a').count()).toBe(1)
})

it('stops on request, and keeps the text so far', async () => {
  model.answer = () => ({ text: ['First. ', 'Second.'], hold: () => new Promise(() => undefined) })
  await agent.ask('Tell me a story')
  await agent.log.getByText(/First\./).waitFor()
  await agent.press('Stop answer')
  await agent.log.getByText('You stopped this answer.').waitFor()
  await expect.poll(() => agent.log.getByText(/First\./).count()).toBe(1)
  await expect.poll(() => agent.panel.getByRole('button', { name: 'Stop answer' }).count()).toBe(0)
})

it('falls back to the built-in engine when the model breaks off, and shows it', async () => {
  model.answer = () => ({ text: ['Bitcoin is, as far as I '], fault: { kind: 'hang-up' } })
  await agent.ask('What is the price of BTC?')
  await agent.log.getByText(/Bitcoin is, as far as I/).waitFor()
  await agent.log.getByText(/The language model broke off here\. The built-in engine answers:/).waitFor()
  await agent.result(/^The price of BTC/).waitFor()
})

it('falls back to the built-in engine when the model does not answer, and reports it without leaking a secret', async () => {
  model.answer = () => ({ fault: { kind: 'status', status: 401 } })
  await agent.ask('What is the price of ETH?')
  await agent.log.getByText(/The language model did not answer, so the built-in engine does\./).waitFor()
  await agent.result(/^The price of ETH/).waitFor()
  const shown = await reader.page.content()
  for (const secret of [KEY, new URL(model.url).host])
    expect([secret, shown.includes(secret), server.log().includes(secret)]).toEqual([secret, false, false])
})
