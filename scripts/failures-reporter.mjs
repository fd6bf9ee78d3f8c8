// @ts-check
import { writeFileSync } from 'node:fs'

/** Where the reporter writes: the environment's name of it, since vitest hands a reporter no options on its command line. */
export const FAILURES_FILE = 'AERIE_FAILURES_FILE'
/** Limits on failures per run and lines per failure keep the end of a long log readable. */
const MAX_FAILURES = 20
const MAX_LINES = 16

/** @typedef {{ readonly name?: string, readonly message?: string, readonly stack?: string, readonly stacks?: readonly Frame[], readonly type?: string, readonly VITEST_TEST_PATH?: string }} Fault */
/** @typedef {{ readonly file: string, readonly line: number, readonly column: number }} Frame */

/** A reporter of vitest: what went wrong in a run, also errors outside of any test, which the JSON report leaves out. */
export default class FailuresReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly Fault[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const file = process.env[FAILURES_FILE]
    if (file === undefined) return
    const texts = [...modules.flatMap(faultsOf), ...unhandled.map((one) => failureText(one.type ?? 'error', one.VITEST_TEST_PATH, one))]
    const left = texts.length - MAX_FAILURES
    writeFileSync(file, [...texts.slice(0, MAX_FAILURES), ...(left > 0 ? [`and ${left} more`] : [])].join('\n'))
  }
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {string[]}
 */
function faultsOf(module) {
  const broken = module.errors().map((error) => failureText('could not run', module.relativeModuleId, error))
  const suites = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => failureText(suite.fullName, module.relativeModuleId, error)),
  )
  const tests = [...module.children.allTests('failed')].flatMap((test) =>
    (test.result().errors ?? []).map((error) => failureText(test.fullName, module.relativeModuleId, error)),
  )
  return [...broken, ...suites, ...tests]
}

/**
 * @param {string} what
 * @param {string | undefined} where
 * @param {Fault} fault
 */
function failureText(what, where, { name = 'Error', message = '', stack = '', stacks = [] }) {
  const frames = stacks.length > 0 ? stacks.map(({ file, line, column }) => `at ${file}:${line}:${column}`) : framesOf(stack)
  const lines = [...`${name}: ${message}`.split('\n'), ...frames].filter((line) => line.trim() !== '')
  return [`✗ ${where ?? 'no file'} > ${what}`, ...lines.slice(0, MAX_LINES).map((line) => `    ${line.trimEnd()}`)].join('\n')
}

const framesOf = (/** @type {string} */ stack) =>
  stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
