import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { llmStandIn } from '@aerie/testkit/llm-stand-in'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

it('queries the configured language model with --llm, and prints what it missed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aerie-agent-llm-'))
  const endpoint = await llmStandIn(({ toolResults, messages }) => {
    const isAboutBitcoin = messages.at(-1)?.text.includes('bitcoin') === true
    const call = { name: 'get_crypto_price', arguments: { ticker: 'BTC' } }
    return toolResults.length === 0 && isAboutBitcoin ? { calls: [call] } : { text: ['Here you are.'] }
  })
  try {
    const call = { name: 'get_crypto_price', arguments: { ticker: 'BTC' } }
    const asked = [
      { history: [], question: 'what is bitcoin at', calls: [call] },
      { history: ['price of btc'], question: 'and once more', calls: [call] },
    ]
    writeFileSync(join(folder, 'q.jsonl'), asked.map((line) => JSON.stringify(line)).join('\n'))
    const env = {
      ...process.env,
      INIT_CWD: undefined,
      NODE_NO_WARNINGS: '1',
      AGENT_LLM_PROVIDER: 'openai',
      AGENT_LLM_URL: endpoint.url,
      AGENT_LLM_KEY: 'sk-secret',
      AGENT_LLM_MODEL: 'stand-in',
    }
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'agent', 'eval', 'q.jsonl', '--llm'], { cwd: folder, env })
    expect(stdout.trimEnd().split('\n')).toEqual([
      'line 2: "price of btc" then "and once more": expected get_crypto_price BTC; got no call',
      '{"right":1,"total":2}',
    ])
    expect(endpoint.seen.map(({ model }) => model)).toContain('stand-in')
  } finally {
    await endpoint.close()
    rmSync(folder, { recursive: true })
  }
})
