// @ts-check
/**
 * `npm run mutations -w contracts [-- words of a mistake]`: plants one mistake after the other in a copy of the sources and
 * sees the tests notice it. Takes a quarter of an hour, so `npm test` does not run it.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { MUTATIONS } from './mutation-list.mjs'
import { runForge } from './run-forge.mjs'

const FOLDER = 'contracts/.cache/mutant'
const here = (/** @type {string} */ path) => new URL(`../${path}`, import.meta.url)
const env = {
  FOUNDRY_SRC: `${FOLDER}/src`,
  FOUNDRY_TEST: `${FOLDER}/test`,
  FOUNDRY_OUT: `${FOLDER}/out`,
  FOUNDRY_CACHE_PATH: `${FOLDER}/forge`,
  FOUNDRY_TEST_FAILURES_FILE: `${FOLDER}/failures`,
  FOUNDRY_FUZZ_FAILURE_PERSIST_DIR: `${FOLDER}/fuzz`,
  FOUNDRY_INVARIANT_FAILURE_PERSIST_DIR: `${FOLDER}/invariant`,
  FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: '0',
}

/** @param {import('./mutation-list.mjs').Mutation} mutation */
async function plant({ file, find, replace }) {
  rmSync(here(FOLDER), { recursive: true, force: true })
  mkdirSync(here(FOLDER), { recursive: true })
  for (const part of ['src', 'test']) cpSync(here(`contracts/${part}`), here(`${FOLDER}/${part}`), { recursive: true })
  const source = readFileSync(here(`contracts/src/${file}`), 'utf8')
  if (!source.includes(find)) throw new Error(`${file} no longer has: ${find}`)
  writeFileSync(
    here(`${FOLDER}/src/${file}`),
    source.replace(find, () => replace),
  )
  const tests = await runForge({ env, args: ['--no-match-contract', 'GasTests'] })
  return tests.filter(({ isPassed }) => !isPassed)
}

const wanted = process.argv[2] ?? ''
let missed = 0
for (const mutation of MUTATIONS.filter(({ mistake }) => mistake.includes(wanted))) {
  const failed = await plant(mutation)
  if (failed.length === 0) missed++
  const invariants = failed.filter(({ kind }) => kind.Invariant).length
  const by = `${failed.length - invariants} tests, ${invariants} invariants`
  console.log(`${failed.length > 0 ? 'caught' : 'MISSED'}  ${mutation.mistake.padEnd(52)} ${by.padEnd(26)} ${failed[0]?.name ?? ''}`)
}
rmSync(here(FOLDER), { recursive: true, force: true })
console.log(`${MUTATIONS.length} mistakes known, ${missed} missed`)
process.exitCode = missed === 0 ? 0 : 1
