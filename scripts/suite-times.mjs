// @ts-check
import { relative } from 'node:path'

/** @typedef {{ file: string, seconds: number }} FileTime */

/**
 * Seconds of each file of a vitest report, slowest first.
 *
 * @param {{ testResults: readonly { name?: string, startTime?: number, endTime?: number }[] }} report
 * @param {string} root file names are relative to it
 * @returns {FileTime[]}
 */
export function fileTimes({ testResults }, root) {
  return testResults
    .filter(({ name, startTime, endTime }) => name !== undefined && startTime !== undefined && endTime !== undefined)
    .map(({ name = '', startTime = 0, endTime = 0 }) => ({ file: relative(root, name), seconds: Math.max(0, endTime - startTime) / 1_000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
}

/**
 * The lines that name the slowest files of a suite.
 *
 * @param {readonly FileTime[]} times slowest first
 * @param {number} [most]
 */
export const slowestText = (times, most = 10) =>
  times
    .slice(0, most)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
    .join('\n')

/**
 * What a suite's time says beside its written budget; empty within it. The budgets are in CONTRIBUTING.md.
 *
 * @param {number} seconds
 * @param {number} budgetSeconds
 */
export const budgetNote = (seconds, budgetSeconds) =>
  seconds <= budgetSeconds ? '' : `over its budget: ${Math.round(seconds)} s of ${budgetSeconds} s`
