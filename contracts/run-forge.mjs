// @ts-check
import { spawn } from 'node:child_process'
import { forgeBinary, forgeEnvironment, ROOT } from './forge.mjs'

/**
 * One test of forge as it reports it. `kind` has the gas of a unit test, the runs of a fuzz test, the runs and calls of an
 * invariant.
 *
 * @typedef {object} ForgeTest
 * @property {string} suite contract of the test
 * @property {string} name as declared, with parameter types
 * @property {boolean} isPassed
 * @property {string} reason why it failed, with the counterexample
 * @property {{ Unit?: { gas: number }, Fuzz?: { runs: number }, Invariant?: { runs: number, calls: number, reverts: number } }} kind
 */

/**
 * Runs `forge test` and reads its report.
 *
 * @param {{ args?: readonly string[], env?: Record<string, string> }} [options]
 * @returns {Promise<ForgeTest[]>}
 * @throws Error with forge's own words when nothing could be compiled or run
 */
export async function runForge({ args = [], env = {} } = {}) {
  const { stdout, stderr, code } = await collect(forgeBinary(), ['test', '--root', ROOT, '--json', ...args], {
    ...forgeEnvironment(),
    ...env,
  })
  const report = stdout.split('\n').findLast((line) => line.startsWith('{'))
  if (report === undefined) throw new Error(`forge ended with ${code}: ${stdout}\n${stderr}`)
  return Object.entries(JSON.parse(report)).flatMap(([path, { test_results: results }]) =>
    Object.entries(results).map(([name, { status, reason, counterexample, kind }]) => ({
      suite: path.split(':').at(-1) ?? path,
      name,
      isPassed: status === 'Success',
      reason: [reason, counterexample && JSON.stringify(counterexample)].filter(Boolean).join('\n'),
      kind,
    })),
  )
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ stdout: string, stderr: string, code: number | null }>}
 */
function collect(program, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ stdout, stderr, code }))
  })
}
