// @ts-check
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { isMain } from './run-step.mjs'

/** @typedef {{ file: string, line: number, name: string }} Missing */

/** Types derived from a value (`z.output<typeof row>`, `(typeof LIST)[number]`, `keyof typeof map`) need no docstring of their own. */
const RESTATES_A_VALUE =
  /^export\s+type\s+\w+\s*=\s*(z\.(output|input|infer)<typeof \w+>|\(typeof \w+\)\[(number|keyof typeof \w+)\]|keyof typeof \w+)\s*;?\s*$/

/** The `summary` of an endpoint is its docstring. */
const DECLARES_AN_ENDPOINT = /^export\s+const\s+\w+\s*=\s*endpoint\('[^']*', \{[^}]*?\bsummary:/

/**
 * The exports of a source text that have no docstring. Overloads and re-exports count once, where they are declared.
 *
 * @param {string} file name for messages; its ending chooses the language
 * @param {string} source
 * @returns {Missing[]}
 */
export function undocumentedExports(file, source) {
  const { program, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  const docEnds = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*')).map(({ end }) => end)
  const seen = new Set()
  /** @type {Missing[]} */
  const missing = []
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration' || !node.declaration) continue
    const names = declaredNames(node.declaration).filter((/** @type {string} */ name) => !seen.has(name))
    for (const name of names) seen.add(name)
    const text = source.slice(node.start, node.end)
    if (names.length === 0 || RESTATES_A_VALUE.test(text) || DECLARES_AN_ENDPOINT.test(text)) continue
    const hasDoc = docEnds.some((end) => end <= node.start && source.slice(end, node.start).trim() === '')
    if (!hasDoc) missing.push({ file, line: source.slice(0, node.start).split('\n').length, name: names.join(', ') })
  }
  return missing
}

/** @param {any} declaration an ESTree declaration */
function declaredNames(declaration) {
  if (declaration.type === 'VariableDeclaration') return declaration.declarations.map((/** @type {any} */ one) => one.id.name ?? 'pattern')
  return [declaration.id?.name ?? 'anonymous']
}

function main() {
  const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: process.cwd() }).filter((file) => !/\.(test|int\.test)\.tsx?$/.test(file))
  const missing = files.flatMap((file) => undocumentedExports(file, readFileSync(join(process.cwd(), file), 'utf8')))
  for (const { file, line, name } of missing) console.error(`${file}:${line} ${name}: an export of packages/ needs a docstring`)
  console.log(`docstrings: ${files.length} files, ${missing.length} exports without one`)
  process.exitCode = missing.length === 0 && files.length > 0 ? 0 : 1
}

if (isMain(import.meta.url)) main()
