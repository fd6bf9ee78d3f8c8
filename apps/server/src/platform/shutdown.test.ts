import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startFailureText } from './shutdown.ts'
import { StartFailure } from './start-failure.ts'

it('reports known failures and refusals by the operating system in one line', () => {
  expect(startFailureText(new StartFailure('The port is taken'))).toBe('Aerie cannot start. The port is taken.')
  let refused: unknown
  try {
    readFileSync('/no/such/file')
  } catch (error) {
    refused = error
  }
  expect(startFailureText(refused)).toBe("Aerie cannot start. ENOENT: no such file or directory, open '/no/such/file'.")
})

it('prints the stack of an unexpected error', () =>
  expect(startFailureText(new TypeError('x is not a function'))).toMatch(/^Aerie cannot start\. TypeError: x is not a function\n {4}at /))

async function stoppable(closers: string, { body = '', blockedMs = 60_000 } = {}) {
  const program = `
    import { shutdownOf } from '${new URL('./shutdown.ts', import.meta.url).href}'
    const logger = { info: (what, words) => console.log(words ?? what), fatal: (what, words) => console.log(words), error: (what, words) => console.log(words), flush: (done) => done() }
    const shutdown = shutdownOf({ logger, withinMs: 300, blockedMs: ${blockedMs} })
    ${closers}
    setInterval(() => undefined, 1000)
    ${body}
    console.log('up')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const ended = once(child, 'close')
  await expect.poll(() => output).not.toBe('')
  return { child, ended, output: () => output }
}

it('is killed externally when a stop blocks the main thread', async () => {
  const { child, ended } = await stoppable(`shutdown.closes('a part', async () => { for (;;); })`, { blockedMs: 100 })
  child.kill('SIGTERM')
  expect(await ended).toEqual([null, 'SIGKILL'])
})

it('exits when a part never closes', async () => {
  const { child, ended, output } = await stoppable(`shutdown.closes('a part', () => new Promise(() => undefined))`)
  child.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  expect(output()).toContain('stopping took too long')
})

it('closes nothing when a dependency is lost, and keeps the exit code of a stop in progress', async () => {
  const closers = `shutdown.closes('a part', () => { console.log('closing'); return new Promise(() => undefined) })`
  const lost = await stoppable(closers, { body: `shutdown.end(75, 'gone')` })
  expect(await lost.ended).toEqual([75, null])
  expect(lost.output()).toBe('ending at once\n')
  const asked = await stoppable(closers, {
    body: `void shutdown.stop(0, 'asked'); setImmediate(() => shutdown.end(75, 'gone'))`,
  })
  expect(await asked.ended).toEqual([0, null])
})
