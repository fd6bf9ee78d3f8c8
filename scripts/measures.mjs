// @ts-check
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { parseSync } from 'vite'
import config, { WEB_LAYERS } from '../.dependency-cruiser.mjs'
import { isMain } from './run-step.mjs'

/** `npm run measures`: metrics of the code's structure, to compare before and after a change. */

const TEST = /\.(test|int\.test|bench)\.tsx?$|(^|\/)test\/|^packages\/testkit\/|^e2e\/|^bench\//
const WEB = 'apps/web/src/'
const MOST_FILES = 25

/** Exponential back-off: a power of two with a variable exponent, or a wait doubled up to a limit. */
const BACK_OFF =
  /(?<![\w.])2 \*\* (?!\d|Math\.ceil)|Math\.pow\(2|Math\.min\((?=[^()]*(?:ms|wait|delay))(?:[^()]*\* 2[,)]|[^()]*, [^()]* \* 2\))/gi

/** Documents outside the repository; `[.]` prevents a match on this line. */
const OUTSIDE = /\b(?:SPEC|PRODUCT|INTERFACE|HOUSE_STYLE)[.]md\b/g

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

/** Lines of which all is a comment, of those that are not empty. @param {string} file @param {string} source */
export function countCommentLines(file, source) {
  const { comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  let bare = source
  for (const { start, end } of comments) bare = bare.slice(0, start) + bare.slice(start, end).replaceAll(/\S/g, '§') + bare.slice(end)
  return bare.split('\n').filter((line) => /^[\s§{}]*$/.test(line) && line.includes('§')).length
}

/** Variables of a module that its code changes: `let` outside functions. @param {string} file @param {string} source */
const countModuleLets = (file, source) =>
  parseSync(file, source).program.body.filter((each) => {
    const declaration = each.type === 'ExportNamedDeclaration' ? each.declaration : each
    return declaration?.type === 'VariableDeclaration' && declaration.kind === 'let'
  }).length

/**
 * The size of the code, its comments and its documents.
 *
 * @param {string} root
 */
export function sizeOf(root) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const product = tracked.filter((file) => /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(file) && !TEST.test(file))
  const lines = product.map((file) => read(file).split('\n').length - 1)
  const sum = lines.reduce((total, each) => total + each, 0)
  const comments = product.reduce((total, file) => total + countCommentLines(file, read(file)), 0)
  const texts = tracked.filter((file) => /\.(tsx?|mjs|css|md|ya?ml|sh)$/.test(file))
  return {
    'production files': product.length,
    'production lines': sum,
    'mean lines per file': Math.round(sum / product.length),
    'files of 25 lines or fewer': lines.filter((each) => each <= 25).length,
    'comment lines per 1,000': Math.round((comments / sum) * 1000),
    'words files': product.filter((file) => file.endsWith('-words.ts')).length,
    decisions: tracked.filter((file) => /^docs\/decisions\/\d+/.test(file)).length,
    'tracked JSON lines': tracked
      .filter((file) => file.endsWith('.json'))
      .reduce((total, file) => total + read(file).split('\n').length - 1, 0),
    'module-level let in the web app': product
      .filter((file) => file.startsWith(WEB))
      .reduce((total, file) => total + countModuleLets(file, read(file)), 0),
    'references to documents outside the repository': texts.reduce((total, file) => total + (read(file).match(OUTSIDE)?.length ?? 0), 0),
    'builds that change the source of a library': tracked.filter((file) => /^(apps|packages)\/[^/]+\/build\/.*(lean|patch)/.test(file))
      .length,
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
  for (const [name, value] of Object.entries(sizeOf(process.cwd()))) console.log(`${name}: ${value.toLocaleString('en')}`)
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
