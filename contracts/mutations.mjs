// @ts-check
/**
 * `npm run mutations -w contracts [-- words of a mutation]`: plants one mutation after the other in a copy of the sources and checks that
 * the invariants or the contract's tests fail. Takes a quarter of an hour, so `npm test` does not run it.
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

const STAGES = /** @type {Readonly<Record<string, readonly string[]>>} */ ({
  'AerieStaking.sol': ['StakingInvariants', 'StakingTests|RewardTests|FundingTests|GasMarginTests|StewardTests'],
  'AerieVesting.sol': ['VestingInvariants', 'VestingTests'],
  'AerieSubscriptions.sol': ['SubscriptionInvariants', 'SubscriptionTests'],
  'AerieUtils.sol': ['TierTests'],
  'Stewarded.sol': ['VestingInvariants', 'StewardTests|StakingTests|VestingTests'],
})

/** @param {import('./mutation-list.mjs').Mutation} mutation */
function plant({ file, find, replace }) {
  rmSync(here(FOLDER), { recursive: true, force: true })
  mkdirSync(here(FOLDER), { recursive: true })
  for (const part of ['src', 'test']) cpSync(here(`contracts/${part}`), here(`${FOLDER}/${part}`), { recursive: true })
  const source = readFileSync(here(`contracts/src/${file}`), 'utf8')
  if (!source.includes(find)) throw new Error(`${file} no longer has: ${find}`)
  writeFileSync(
    here(`${FOLDER}/src/${file}`),
    source.replace(find, () => replace),
  )
}

/** @param {string} file */
async function findNotice(file) {
  for (const contracts of STAGES[file] ?? []) {
    const tests = await runForge({ env, args: ['--match-contract', `^(${contracts})$`] })
    const failed = tests.find(({ isPassed }) => !isPassed)
    if (failed !== undefined) return `${failed.suite}: ${failed.reason.split('\n')[0]}`
  }
  return undefined
}

const wanted = MUTATIONS.filter(({ mistake }) => mistake.includes(process.argv[2] ?? ''))
let missed = 0
for (const mutation of wanted) {
  plant(mutation)
  const notice = await findNotice(mutation.file)
  if (notice === undefined) missed++
  console.log(`${notice === undefined ? 'MISSED' : 'caught'}  ${mutation.mistake.padEnd(52)} ${notice ?? ''}`)
}
rmSync(here(FOLDER), { recursive: true, force: true })
console.log(`${wanted.length} mistakes planted, ${missed} missed`)
process.exitCode = missed === 0 ? 0 : 1
