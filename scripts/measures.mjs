// @ts-check
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { parseSync } from 'vite'
import config, { WEB_LAYERS } from '../.dependency-cruiser.mjs'
import { isMain } from './run-step.mjs'

/**
 * Figures on the structure of the code, to be shown before and after a change of it: `npm run measures`.
 */

const TEST = /\.(test|int\.test|bench)\.tsx?$|(^|\/)test\/|^packages\/testkit\/|^e2e\/|^bench\//
const WEB = 'apps/web/src/'
/** More files than this in one folder, tests aside, and nobody sees what belongs together. */
const MOST_FILES = 25

/** Waits that grow with each failure: a power of two, or a value doubled up to a limit. */
const BACK_OFF = /(?<![\w.])2 \*\* |Math\.pow\(2|Math\.min\([^()]*\* 2[,)]|Math\.min\([^()]*, [^()]* \* 2\)/g

/** @typedef {{ from: string, to: string }} Import */

/**
 * Assertions in a source text that the compiler does not check: `as T` (but for `as const`) and `x!`.
 *
 * @param {string} file name for messages; its ending chooses the language
 * @param {string} source
 */
export function countAssertions(file, source) {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  const counts = { casts: 0, nonNull: 0, lines: source.split('\n').length - 1 }
  /** @param {any} node */
  const walk = (node) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (node === null || typeof node !== 'object') return
    if (node.type === 'TSNonNullExpression') counts.nonNull += 1
    if (node.type === 'TSAsExpression' && node.typeAnnotation?.typeName?.name !== 'const') counts.casts += 1
    Object.values(node).forEach(walk)
  }
  walk(program.body)
  return counts
}

/** @param {string} source @returns {number} */
export const countBackOffs = (source) => withoutComments(source).match(BACK_OFF)?.length ?? 0

/** @param {string} source @returns {boolean} */
export const hasInterval = (source) => /\bsetInterval\(/.test(withoutComments(source))

/** @param {string} source */
const withoutComments = (source) => source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

/**
 * Groups of files that reach each other, the largest first.
 *
 * @param {readonly Import[]} imports
 * @returns {string[][]}
 */
export function findCircles(imports) {
  /** @type {Map<string, string[]>} */
  const targets = new Map()
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to])
  const reaches = reachable(targets)
  /** @type {Map<string, string[]>} */
  const circles = new Map()
  for (const file of targets.keys()) {
    const own = reaches(file)
    if (!own.has(file)) continue
    const circle = [...own].filter((other) => reaches(other).has(file)).sort()
    circles.set(circle.join(), circle)
  }
  return [...circles.values()].sort((one, other) => other.length - one.length)
}

/** @param {ReadonlyMap<string, readonly string[]>} targets @returns {(file: string) => ReadonlySet<string>} */
function reachable(targets) {
  /** @type {Map<string, Set<string>>} */
  const known = new Map()
  return (file) => {
    const before = known.get(file)
    if (before !== undefined) return before
    /** @type {Set<string>} */
    const found = new Set()
    const open = [file]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const target of targets.get(next) ?? []) {
        if (found.has(target)) continue
        found.add(target)
        open.push(target)
      }
    }
    known.set(file, found)
    return found
  }
}

/** @param {string} file @returns {string | undefined} the layer of a file of the web app */
const layerOf = (file) => (file.startsWith(WEB) ? WEB_LAYERS.find((layer) => file.startsWith(`${WEB}${layer}/`)) : undefined)

/**
 * Pairs of folders of the web app of which the lower imports the higher, with the imports of each.
 *
 * @param {readonly Import[]} imports
 * @returns {Map<string, Import[]>}
 */
export function findUpArrows(imports) {
  /** @type {Map<string, Import[]>} */
  const arrows = new Map()
  for (const one of imports) {
    const [from, to] = [layerOf(one.from), layerOf(one.to)]
    if (from === undefined || to === undefined || WEB_LAYERS.indexOf(from) >= WEB_LAYERS.indexOf(to)) continue
    const name = `${from} → ${to}`
    arrows.set(name, [...(arrows.get(name) ?? []), one])
  }
  return arrows
}

/** @param {string} root @returns {Promise<Import[]>} */
export async function readImports(root) {
  const { output } = await cruise(['packages', 'apps'], { ...config.options, baseDir: root })
  if (typeof output === 'string') throw new Error('dependency-cruiser answered text where a result was expected')
  return output.modules
    .filter(({ source }) => !TEST.test(source))
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })))
}

/**
 * All figures of the project in `root`.
 *
 * @param {string} root
 */
export async function measure(root) {
  const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root }).sort()
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const product = files.filter((file) => !TEST.test(file))
  const textOf = (/** @type {string} */ file) => texts.get(file) ?? ''
  const imports = await readImports(root)
  const intoApp = imports.filter(
    ({ from, to }) => layerOf(to) === 'app' && from.startsWith(WEB) && layerOf(from) !== 'app' && layerOf(from),
  )
  /** @type {Map<string, number>} */
  const folders = new Map()
  for (const file of product) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1)
  return {
    web: assertionsOf(
      files.filter((file) => file.startsWith(WEB)),
      textOf,
    ),
    webProduct: assertionsOf(
      product.filter((file) => file.startsWith(WEB)),
      textOf,
    ),
    everything: assertionsOf(files, textOf),
    upArrows: [...findUpArrows(imports)].map(([name, { length }]) => `${name} (${length})`),
    circles: findCircles(imports),
    importsIntoApp: intoApp.length,
    filesOfAppImported: new Set(intoApp.map(({ to }) => to)).size,
    largeFolders: [...folders].filter(([, count]) => count > MOST_FILES).map(([folder, count]) => `${folder} (${count})`),
    backOffs: product.flatMap((file) => Array.from({ length: countBackOffs(textOf(file)) }, () => file)),
    intervalFiles: product.filter((file) => hasInterval(textOf(file))),
  }
}

/** @param {readonly string[]} files @param {(file: string) => string} textOf */
function assertionsOf(files, textOf) {
  const sum = { casts: 0, nonNull: 0, lines: 0 }
  for (const file of files) {
    const counts = countAssertions(file, textOf(file))
    sum.casts += counts.casts
    sum.nonNull += counts.nonNull
    sum.lines += counts.lines
  }
  return sum
}

/** @param {{ casts: number, nonNull: number, lines: number }} counts */
const perThousand = ({ casts, nonNull, lines }) => {
  const rate = (/** @type {number} */ count) => `${count} (${((count / lines) * 1000).toFixed(2)} per 1,000 lines)`
  return `casts ${rate(casts)}, ! ${rate(nonNull)}, ${lines} lines`
}

/** @param {string} title @param {readonly string[]} list */
const listed = (title, list) => [`${title}: ${list.length}`, ...list.map((each) => `    ${each}`)].join('\n')

async function main() {
  const found = await measure(process.cwd())
  console.log(`web app, tests too: ${perThousand(found.web)}`)
  console.log(`web app, product only: ${perThousand(found.webProduct)}`)
  console.log(`packages and apps, tests too: ${perThousand(found.everything)}`)
  console.log(listed('up-arrows between folders of the web app', found.upArrows))
  console.log(
    listed(
      'circles, dynamic and type-only imports too',
      found.circles.map((circle) => `${circle.length} files: ${circle.join(', ')}`),
    ),
  )
  console.log(`imports into apps/web/src/app: ${found.importsIntoApp}, of ${found.filesOfAppImported} of its files`)
  console.log(listed(`folders of more than ${MOST_FILES} files, tests aside`, found.largeFolders))
  console.log(listed('back-off formulas', found.backOffs))
  console.log(listed('files with setInterval', found.intervalFiles))
}

if (isMain(import.meta.url)) await main()
