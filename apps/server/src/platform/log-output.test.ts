import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function loggingProcess(body: string, stdout: 'pipe' | number = 'pipe') {
  const program = `
    import { pino } from '${import.meta.resolve('pino')}'
    import { logOutput } from '${new URL('./log-output.ts', import.meta.url).href}'
    const logger = pino({ base: null, timestamp: false }, logOutput(1))
    process.once('message', async () => { ${body} })
    process.send('up')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', stdout, 'inherit', 'ipc'] })
  children.push(child)
  await once(child, 'message')
  const ended = once(child, 'exit')
  return { child, go: () => void child.send('go'), ended, output: child.stdout ?? undefined }
}

it('writes every line in order, including the last ones when the process exits', async () => {
  const { go, ended, child } = await loggingProcess(`
    for (let n = 0; n < 20000; n += 1) logger.info({ n })
    process.once('message', () => { for (let n = 0; n < 100; n += 1) logger.info('last'); process.exit(3) })`)
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  go()
  await expect.poll(() => text.endsWith('{"level":30,"n":19999}\n')).toBe(true)
  go()
  expect((await ended)[0]).toBe(3)
  await expect.poll(() => text.trim().split('\n').length).toBe(20_100)
  expect(text.endsWith('{"level":30,"msg":"last"}\n')).toBe(true)
})

it('lets the process exit when the reader of the log is gone', async () => {
  const { go, ended, output } = await loggingProcess(`logger.info('one'); logger.fatal('two'); process.exit(0)`)
  output?.destroy()
  go()
  expect(await ended).toEqual([0, null])
})

it('continues when the log cannot be written', async () => {
  const { go, ended } = await loggingProcess(
    `for (let n = 0; n < 10; n += 1) { logger.info({ n }); await new Promise((resolve) => setTimeout(resolve, 5)) }
    process.exit(0)`,
    openSync('/dev/full', 'w'),
  )
  go()
  expect(await ended).toEqual([0, null])
})

it('buffers a limited number of lines for a stalled reader, and reports how many are missing', async () => {
  const { go, child } = await loggingProcess(`
    const line = 'x'.repeat(999_950)
    for (let n = 0; n < 20; n += 1) logger.info(line)
    process.send('written')`)
  go()
  await once(child, 'message')
  const { stdout } = child
  let text = ''
  stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  await expect.poll(() => text).toContain('lines of this log were dropped')
  expect(text.match(/"dropped":(\d+)/)?.[1]).toBe('11')
  expect(text.match(/xxx"/g)).toHaveLength(9)
})
