import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '@aerie/testkit/free-port'
import { createClient } from '@redis/client'
import { vi } from 'vitest'

export type TestRedis = {
  readonly url: string
  readonly process: () => ChildProcess
  readonly start: () => Promise<void>
  readonly kill: () => void
}

/** Debian's redis-server on a free port, without persistence; it can be killed and started again. */
export async function testRedis(): Promise<TestRedis> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let running: ChildProcess | undefined
  const start = async (): Promise<void> => {
    running = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
    await vi.waitFor(async () => {
      const probe = createClient({ url, socket: { reconnectStrategy: false } }).on('error', () => undefined)
      await probe.connect()
      probe.destroy()
    })
  }
  const process = (): ChildProcess => {
    if (running === undefined) throw new Error('Redis was not started')
    return running
  }
  await start()
  return { url, process, start, kill: () => void process().kill('SIGKILL') }
}
