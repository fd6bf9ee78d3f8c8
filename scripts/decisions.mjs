// @ts-check
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain } from './run-step.mjs'

/** `node scripts/decisions.mjs` writes the index `docs/decisions/README.md`; with `--check` it fails if the index is out of date. */

const FOLDER = 'docs/decisions'
const INDEX = 'README.md'

/**
 * @param {string} root folder of the project
 * @returns {string} the index as the files give it; each file starts with `# NNNN Title`
 */
export function indexText(root) {
  const rows = readdirSync(join(root, FOLDER))
    .filter((file) => file.endsWith('.md') && file !== INDEX)
    .toSorted()
    .map((file) => {
      const [, number, title] = /^# (\d{4}) (\S.*)\n/.exec(readFileSync(join(root, FOLDER, file), 'utf8')) ?? []
      if (number === undefined || !file.startsWith(`${number}-`)) throw new Error(`${FOLDER}/${file} does not start with "# NNNN Title"`)
      return `- [${number}](${file}) ${title}`
    })
  if (rows.length === 0) throw new Error(`${FOLDER} holds no decisions`)
  return `# Decisions

Written by \`node scripts/decisions.mjs\`; do not edit.

${rows.join('\n')}
`
}

function main() {
  const root = process.cwd()
  const index = join(root, FOLDER, INDEX)
  const text = indexText(root)
  if (!process.argv.includes('--check')) return writeFileSync(index, text)
  const isCurrent = existsSync(index) && readFileSync(index, 'utf8') === text
  if (!isCurrent) console.error(`${FOLDER}/${INDEX} is stale: run node scripts/decisions.mjs`)
  process.exitCode = isCurrent ? 0 : 1
}

if (isMain(import.meta.url)) main()
