// @ts-check
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain } from './run-step.mjs'

/**
 * The index of the decisions, `docs/decisions/README.md`: `node scripts/decisions.mjs` writes it. With `--check` it writes nothing
 * and fails where the index is stale, a file breaks the layout, a number appears twice or a link leads nowhere.
 */

const FOLDER = 'docs/decisions'
const INDEX = 'README.md'
const SECTIONS = ['Status', 'Context', 'Decision', 'Consequences']
/** Longer than this, and it is documentation. The aim is ten lines. */
const MOST_LINES = 45

/** @typedef {{ number: string, title: string, file: string, status: string, problems: string[] }} Decision */

/**
 * One decision and what is wrong with its layout: `# NNNN Title`, then Status, Context, Decision and Consequences, each once.
 *
 * @param {string} file its name, which follows from number and title
 * @param {string} text
 * @returns {Decision}
 */
export function readDecision(file, text) {
  const [, number = '', title = ''] = /^# (\d{4}) (\S.*)\n/.exec(text) ?? []
  const sections = [...text.matchAll(/^\*\*(\w+)\.\*\*(.*)$/gm)]
  const status = sections.find(([, name]) => name === 'Status')?.[2]?.trim() ?? ''
  const problems = []
  if (title === '') problems.push('the first line is not "# NNNN Title"')
  else if (file !== fileName(number, title)) problems.push(`the title asks for the file name ${fileName(number, title)}`)
  const names = sections.map(([, name]) => name)
  if (names.join() !== SECTIONS.join()) problems.push(`sections are ${names.join(', ') || 'missing'}, not ${SECTIONS.join(', ')}`)
  for (const name of emptySections(text)) problems.push(`${name} is empty`)
  if (/^#+ /m.test(text.slice(text.indexOf('\n')))) problems.push('a second heading')
  if (status !== '' && !isStatus(status))
    problems.push(`status "${status}" is not "accepted", "superseded by [NNNN](…)" or "superseded in part by [NNNN](…)"`)
  if (text.split('\n').length - 1 > MOST_LINES) problems.push(`over ${MOST_LINES} lines`)
  return { number, title, file, status, problems }
}

/** @param {string} number @param {string} title */
const fileName = (number, title) =>
  `${number}-${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.md`

/** @param {string} text */
const emptySections = (text) =>
  [...text.matchAll(/^\*\*(\w+)\.\*\*\s*(?=\*\*\w+\.\*\*|$(?![\s\S]))/gm)]
    .map(([, name]) => name ?? '')
    .filter((name) => SECTIONS.includes(name))

/** @param {string} status */
const isStatus = (status) =>
  status === 'accepted' || /^superseded (in part )?by \[\d{4}\]\(\S+\)((, | and )\[\d{4}\]\(\S+\))*$/.test(status)

/**
 * All decisions of a project, and every problem in words.
 *
 * @param {string} root folder of the project, or of a copy
 */
export function readDecisions(root) {
  const folder = join(root, FOLDER)
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== INDEX)
    .toSorted()
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  const decisions = [...texts].map(([file, text]) => readDecision(file, text))
  const problems = decisions.flatMap(({ file, problems }) => problems.map((problem) => `${file}: ${problem}`))
  return { decisions, problems: [...problems, ...repeatedNumbers(decisions), ...brokenLinks(texts), ...lostMentions(root, decisions)] }
}

/** @param {readonly Decision[]} decisions */
function repeatedNumbers(decisions) {
  const byNumber = Map.groupBy(decisions, ({ number }) => number)
  return [...byNumber]
    .filter(([, same]) => same.length > 1)
    .map(([number, same]) => `${number} is used twice: ${same.map(({ file }) => file).join(', ')}`)
}

/** @param {ReadonlyMap<string, string>} texts */
function brokenLinks(texts) {
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/\[(\d{4})\]\((?!\.\.)([^)#]+)[^)]*\)/g)]
      .filter(([, number = '', target = '']) => !texts.has(target) || !target.startsWith(`${number}-`) || target === file)
      .map(([, number, target]) => `${file}: the link ${number} leads to ${target}, which is not that decision`),
  )
}

/** Where a decision is named: pages and comments. */
const MENTIONING = ['*.md', 'docs/**/*.md', '{apps,packages,e2e,bench,scripts,contracts}/**/*.{ts,tsx,mjs,css,sol}']

/**
 * Pages and comments that name a decision which is not there, by its number or by a former file name.
 *
 * @param {string} root
 * @param {readonly Decision[]} decisions
 */
function lostMentions(root, decisions) {
  const known = new Set(decisions.flatMap(({ number, file }) => [number, file]))
  const isFolderLeftOut = (/** @type {string} */ path) => /(^|\/)(node_modules|dist)$/.test(path)
  const files = globSync(MENTIONING, { cwd: root, exclude: isFolderLeftOut })
  return files
    .filter((file) => file !== 'scripts/decisions.test.ts')
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\bdecisions\/(\d{4}(?:-[\w-]+\.md)?)/g)]
        .filter(([, target = '']) => !known.has(target))
        .map(([, target]) => `${file}: there is no decision ${target}`),
    )
}

/** @param {readonly Decision[]} decisions @returns {string} */
export function indexText(decisions) {
  const rows = decisions.map(
    ({ number, title, file, status }) => `- [${number}](${file}) ${title}${status === 'accepted' ? '' : ` (${status})`}`,
  )
  return `# Decisions

Written by \`node scripts/decisions.mjs\`; do not edit. A decision without a remark is accepted and current.

${rows.join('\n')}
`
}

/**
 * What the gate refuses: problems of the files, or an index that is not the one they give.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function findProblems(root) {
  const { decisions, problems } = readDecisions(root)
  const index = join(root, FOLDER, INDEX)
  const isCurrent = existsSync(index) && readFileSync(index, 'utf8') === indexText(decisions)
  if (decisions.length === 0) return ['no decision was read: the check itself is broken']
  return isCurrent ? problems : [...problems, `${FOLDER}/${INDEX} is stale: run node scripts/decisions.mjs`]
}

function main() {
  const root = process.cwd()
  const { decisions } = readDecisions(root)
  if (!process.argv.includes('--check')) writeFileSync(join(root, FOLDER, INDEX), indexText(decisions))
  const problems = findProblems(root)
  for (const problem of problems) console.error(problem)
  console.log(`decisions: ${decisions.length} files, ${problems.length} problems`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

if (isMain(import.meta.url)) main()
