import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { canBecome, nodeBinary } from './server-process.mjs'

const MODULE = new URL('server-process.mjs', import.meta.url).href
const TELL = 'console.log(JSON.stringify([process.pid, process.env.NODE_ENV, process.env.AERIE_PARENT_PID ?? null, process.cwd()]))'
const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What a program says that another has become, and the id of the process that was started. */
function become(env: Readonly<Record<string, string>>) {
  const code = `import(${JSON.stringify(MODULE)}).then(({ becomeServer }) => becomeServer(['-e', ${JSON.stringify(TELL)}], { NODE_ENV: 'production' }))`
  const { pid, stdout, stderr } = spawnSync(nodeBinary(), ['-e', code], {
    encoding: 'utf8',
    cwd: '/',
    env: { PATH: process.env.PATH, ...env },
  })
  expect(stderr).toBe('')
  return { pid, said: JSON.parse(stdout) as unknown }
}

it.runIf(canBecome())('becomes the server under the same process id, in the root of the project', () => {
  const { pid, said } = become({})
  expect(said).toEqual([pid, 'production', null, ROOT.replace(/\/$/, '')])
})

it.runIf(canBecome())('tells it which parent to watch when npm runs it', () => {
  const { pid, said } = become({ npm_lifecycle_event: 'start' })
  expect(said).toEqual([pid, 'production', String(process.pid), ROOT.replace(/\/$/, '')])
})
