// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './run-step.mjs'

const SKIPPED = new Set(['node_modules', 'dist', '.tsbuild', 'test'])
const TESTS = /\.(int\.)?(test|spec)\.tsx?$/

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name) && !TESTS.test(name))
    .flatMap(({ name }) => filesUnder(join(path, name)))
}

/**
 * A fingerprint of the content of files and folders, tests left out.
 *
 * @param {readonly string[]} paths from the root
 */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesUnder(join(ROOT, path))).sort())
    hash.update(`${file.slice(ROOT.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** @typedef {{ name: string, sources: readonly string[], outputs: readonly string[], stamp: string, build: () => Promise<void> }} Target */

/** Whether a target's outputs are there and were made of its present sources. @param {Target} target */
export function isFresh({ sources, outputs, stamp }) {
  const file = join(ROOT, stamp)
  return outputs.every((path) => existsSync(join(ROOT, path))) && existsSync(file) && readFileSync(file, 'utf8') === fingerprint(sources)
}

/** Builds a target and writes down what it was made of: the sources as they were before, should they change meanwhile. @param {Target} target */
export async function buildTarget({ sources, stamp, build }) {
  const made = fingerprint(sources)
  await build()
  mkdirSync(dirname(join(ROOT, stamp)), { recursive: true })
  writeFileSync(join(ROOT, stamp), made)
}
