import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findProblems, indexText, readDecision, readDecisions } from './decisions.mjs'
import { STATIC_GATES } from './gates.mjs'
import { ROOT } from './run-step.mjs'

const FOLDER = 'docs/decisions'
const body = '**Context.** Why.\n\n**Decision.** What.\n\n**Consequences.** Then.\n'
const page = (heading: string, status = 'accepted') => `# ${heading}\n\n**Status.** ${status}\n\n${body}`

let root = ''
const plant = (file: string, text: string) => writeFileSync(join(root, FOLDER, file), text)
const writeIndex = () => plant('README.md', indexText(readDecisions(root).decisions))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'aerie-decisions-'))
  mkdirSync(join(root, FOLDER), { recursive: true })
  plant('0001-one-clock.md', page('0001 One clock'))
  plant('0002-two-clocks.md', page('0002 Two clocks', 'superseded by [0001](0001-one-clock.md)'))
  writeIndex()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('finds nothing to refuse in decisions of one layout with their index', () => expect(findProblems(root)).toEqual([]))

it('lists each decision with its status, unless it is current', () =>
  expect(indexText(readDecisions(root).decisions)).toContain(
    '- [0001](0001-one-clock.md) One clock\n- [0002](0002-two-clocks.md) Two clocks (superseded by [0001](0001-one-clock.md))\n',
  ))

describe('a planted breach is refused:', () => {
  it('an index that is stale', () => {
    plant('0003-three-clocks.md', page('0003 Three clocks'))
    expect(findProblems(root)).toEqual(['docs/decisions/README.md is stale: run node scripts/decisions.mjs'])
  })

  it('a number that is used twice', () => {
    plant('0001-another-clock.md', page('0001 Another clock'))
    writeIndex()
    expect(findProblems(root)).toEqual(['0001 is used twice: 0001-another-clock.md, 0001-one-clock.md'])
  })

  it('a status that leads to no decision', () => {
    plant('0003-three-clocks.md', page('0003 Three clocks', 'superseded by [0009](0009-gone.md)'))
    writeIndex()
    expect(findProblems(root)).toEqual(['0003-three-clocks.md: the link 0009 leads to 0009-gone.md, which is not that decision'])
  })

  it('a status that supersedes a decision by itself', () => {
    plant('0003-three-clocks.md', page('0003 Three clocks', 'superseded in part by [0003](0003-three-clocks.md)'))
    writeIndex()
    expect(findProblems(root)).toHaveLength(1)
  })

  it('a page or a comment that names a decision which is not there', () => {
    mkdirSync(join(root, 'apps'))
    writeFileSync(join(root, 'docs/page.md'), 'See [0001](decisions/0001-no-clock.md) and [0002](decisions/0002-two-clocks.md).\n')
    writeFileSync(join(root, 'apps/clock.ts'), '// docs/decisions/0001, docs/decisions/0009\n')
    expect(findProblems(root).toSorted()).toEqual([
      'apps/clock.ts: there is no decision 0009',
      'docs/page.md: there is no decision 0001-no-clock.md',
    ])
  })

  it.each([
    ['a file name that does not follow from the title', '0003-clocks.md', page('0003 Three clocks')],
    ['no number in the title', '0003-three-clocks.md', page('Three clocks')],
    ['a status in other words', '0003-three-clocks.md', page('0003 Three clocks', 'done')],
    ['a status of another decision without a link', '0003-three-clocks.md', page('0003 Three clocks', 'superseded by 0001')],
    ['no status', '0003-three-clocks.md', `# 0003 Three clocks\n\n${body}`],
    ['sections in another order', '0003-three-clocks.md', page('0003 Three clocks').replace('Context', 'Consequences')],
    ['an empty section', '0003-three-clocks.md', page('0003 Three clocks').replace('Why.', '')],
    ['an empty last section', '0003-three-clocks.md', page('0003 Three clocks').replace(' Then.', '')],
    ['a second heading', '0003-three-clocks.md', `${page('0003 Three clocks')}\n## More\n`],
    ['a whole chapter', '0003-three-clocks.md', page('0003 Three clocks').replace('Why.', 'Why.\n'.repeat(60))],
  ])('%s', (_name, file, text) => expect(readDecision(file, text).problems).toHaveLength(1))
})

it('is a gate, which ends with 1 on a planted breach and with 0 on the decisions as they are', () => {
  const [node = '', ...args] = STATIC_GATES.find(({ name }) => name === 'decisions')?.command ?? []
  cpSync(join(ROOT, FOLDER), join(root, FOLDER), { recursive: true })
  const runIn = (cwd: string) => spawnSync(node, [join(ROOT, args[0] ?? ''), ...args.slice(1)], { cwd }).status
  expect([runIn(ROOT), runIn(root)]).toEqual([0, 1])
})
