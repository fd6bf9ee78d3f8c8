import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { defined } from '@aerie/core/defined'
import { expect, it } from 'vitest'
import { commandLine, isAlive, startMark } from './process-identity.ts'

it('recognises its own process as alive by its command line and start time', () => {
  expect(isAlive(process.pid)).toBe(true)
  expect(commandLine(process.pid)).toContain('node')
  expect(startMark(process.pid)).toBe(startMark(process.pid))
  expect(startMark(process.pid)).not.toBe('')
})

it('distinguishes a process from its parent by the start time', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  expect(startMark(defined(child.pid))).not.toBe(startMark(process.pid))
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(defined(child.pid))).toBe(false)
  expect(startMark(defined(child.pid))).toBe('')
})

it('does not consider an unreaped zombie process alive', async () => {
  // Creates a zombie: the child exits at once, and `exec` replaces the shell with a program that never reaps it.
  const parent = spawn('/bin/sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [chunk]: unknown[] = await once(parent.stdout, 'data')
  const zombie = Number(String(chunk))
  await expect.poll(() => isAlive(zombie)).toBe(false)
  expect(commandLine(zombie)).toBe('')
  parent.kill('SIGKILL')
})
