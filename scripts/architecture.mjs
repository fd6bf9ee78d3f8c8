// @ts-check
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readImports } from './measures.mjs'
import { isMain } from './run-step.mjs'

/**
 * Writes the diagram in docs/architecture.md from the code's imports: `node scripts/architecture.mjs`. With `--check` it only fails if the
 * diagram is out of date, a folder is missing from the page's table, or the page names a missing path.
 */

const PAGE = 'docs/architecture.md'
const START = '<!-- drawing: written by node scripts/architecture.mjs -->'
const END = '<!-- end of drawing -->'
const GROUPS = [
  { name: 'apps/web/src', file: /^apps\/web\/src\/((?:areas|platform)\/[^/]+|[^/]+)\// },
  { name: 'apps/server/src', file: /^apps\/server\/src\/((?:areas|ops)\/[^/]+|[^/]+)\// },
  { name: 'packages', file: /^packages\/([^/]+)\/src\// },
]
/** Fewer arrows mean that no imports were read. */
const LEAST_ARROWS = 10

/** @typedef {{ from: string, to: string }} Arrow from one folder to another, as paths */

/** @param {string} file @returns {string | undefined} the folder of the drawing that holds a file */
const folderOf = (file) => {
  const group = GROUPS.find((one) => one.file.test(file))
  return group && `${group.name}/${group.file.exec(file)?.[1]}`
}

/**
 * The arrows between folders that the imports of files give, each once.
 *
 * @param {readonly { from: string, to: string }[]} imports of files
 * @returns {Arrow[]}
 */
export function arrowsOf(imports) {
  /** @type {Map<string, Arrow>} */
  const arrows = new Map()
  for (const one of imports) {
    const [from, to] = [folderOf(one.from), folderOf(one.to)]
    if (from !== undefined && to !== undefined && from !== to) arrows.set(`${from} ${to}`, { from, to })
  }
  return [...arrows.values()]
}

/**
 * The arrows that do not follow from others: `a → c` goes where there are `a → b` and `b → c`.
 *
 * @param {readonly Arrow[]} arrows
 * @throws when folders import each other in a circle
 */
export function essentialArrows(arrows) {
  const circle = arrows.find(({ from, to }) => reachable(arrows, to).has(from))
  if (circle !== undefined) throw new Error(`folders in a circle: ${circle.from} and ${circle.to}`)
  return arrows.filter(({ from, to }) => !arrows.some((one) => one.from === from && one.to !== to && reachable(arrows, one.to).has(to)))
}

/** @param {readonly Arrow[]} arrows @param {string} start @returns {ReadonlySet<string>} the folders that `start` needs, near and far */
function reachable(arrows, start) {
  /** @type {Set<string>} */
  const found = new Set()
  const open = [start]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const from = next
    const targets = arrows.filter((one) => one.from === from && !found.has(one.to)).map(({ to }) => to)
    for (const target of targets) found.add(target)
    open.push(...targets)
  }
  return found
}

/** @param {string} folder */
const idOf = (folder) =>
  folder
    .replace(/^apps\/(\w+)\/src\//, '$1_')
    .replace(/^packages\//, '')
    .replaceAll(/[-/]/g, '_')

/**
 * The drawing, as the lines between its two marks on the page.
 *
 * @param {readonly { from: string, to: string }[]} imports of files
 * @returns {string}
 */
export function drawing(imports) {
  const arrows = arrowsOf(imports)
  const folders = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].toSorted()
  const groups = GROUPS.flatMap(({ name }) => [
    `  subgraph ${idOf(`${name}/all`)}["${name}"]`,
    ...folders.filter((one) => one.startsWith(`${name}/`)).map((one) => `    ${idOf(one)}["${one.slice(name.length + 1)}"]`),
    '  end',
  ])
  const lines = essentialArrows(arrows).map(({ from, to }) => `  ${idOf(from)} --> ${idOf(to)}`)
  return ['```mermaid', 'flowchart TB', ...groups, ...lines.toSorted(), '```'].join('\n')
}

/**
 * A page with its drawing replaced.
 *
 * @param {string} page
 * @param {string} drawn
 */
export function withDrawing(page, drawn) {
  const [start, end] = [page.indexOf(START), page.indexOf(END)]
  if (start === -1 || end < start) throw new Error(`${PAGE} has no place for the drawing (${START} … ${END})`)
  return `${page.slice(0, start + START.length)}\n\n${drawn}\n\n${page.slice(end)}`
}

/** @param {string} root @returns {string[]} the folders of which each has a row in the table of the page */
const foldersOf = (root) => [
  ...globSync(['{apps,packages}/*/package.json', '*/package.json'], { cwd: root }).map((file) => dirname(file)),
  ...globSync(
    [
      'apps/web/src/{app,ui}/',
      'apps/web/src/{areas,platform}/*/',
      'apps/server/src/platform/',
      'apps/server/src/{areas,ops}/*/',
      'docs/*/',
    ],
    { cwd: root },
  ).map((folder) => folder.replace(/\/$/, '')),
]

/**
 * What the gate refuses.
 *
 * @param {string} root folder of the project, or of a copy
 * @param {readonly { from: string, to: string }[]} imports of its files
 * @returns {string[]}
 */
export function findProblems(root, imports) {
  const page = readFileSync(join(root, PAGE), 'utf8')
  const rows = new Set([...page.matchAll(/^\| `([^`]+)`/gm)].map(([, folder]) => folder))
  const missing = foldersOf(root).filter((folder) => !rows.has(folder))
  const paths = [...page.matchAll(/`((?:apps|packages|scripts|docs|e2e|bench|contracts)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  return [
    ...(arrowsOf(imports).length < LEAST_ARROWS ? ['almost no import was read: the check itself is broken'] : []),
    ...(withDrawing(page, drawing(imports)) === page
      ? []
      : [`the drawing in ${PAGE} is not the code's: run node scripts/architecture.mjs`]),
    ...missing.map((folder) => `${PAGE} has no row for the folder ${folder}`),
    ...paths.filter((path) => !existsSync(join(root, path))).map((path) => `${PAGE} names ${path}, which is not there`),
  ]
}

async function main() {
  const root = process.cwd()
  const imports = await readImports(root)
  const page = join(root, PAGE)
  if (!process.argv.includes('--check')) writeFileSync(page, withDrawing(readFileSync(page, 'utf8'), drawing(imports)))
  const problems = findProblems(root, imports)
  for (const problem of problems) console.error(problem)
  console.log(`architecture: ${arrowsOf(imports).length} arrows between folders, ${problems.length} problems`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

if (isMain(import.meta.url)) await main()
