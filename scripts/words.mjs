// @ts-check
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { isMain } from './run-step.mjs'

/** @typedef {{ file: string, line: number, text: string }} Stray */
/** @typedef {any} Node an ESTree node: vite ships no types for JSX */

/** Attributes that people read or hear, whatever stands in them. */
const SAID = /^(aria-label|aria-description|aria-valuetext|title|placeholder|alt|label)$/
/** Attributes and keys that only the machine reads. */
const UNSAID = /^(points|group|words|class|className|style|id|d|type|href|to|rel|target|role|key|viewBox|transform|data-.*|aria-.*)$/
/** Calls whose text nobody sees: failures inside the program, class names, selectors, patterns. */
const UNSEEN_CALL =
  /^(cx|\w*Error|\w*Fault|console\.\w+|z\.\w+|querySelector(All)?|closest|matches|matchMedia|\w+EventListener|dispatchEvent|createElement|setAttribute|RegExp|test|split|join|startsWith|includes|replace(All)?|getItem|setItem|lazyPart|preloadedPart|keepConnected|encode|goToSlot)$/
/** Calls whose first argument is a name that is kept, the id of an action. */
const NAMED_FIRST = /^(action|whenArmed)$/
/** What hands on that its parts are read. */
const PASSES_ON = /^(JSXExpressionContainer|ConditionalExpression|LogicalExpression)$/
/** Not language: a class list, a selector, a name in code, a media type, a protocol's own text. */
const CODE =
  /^[A-Z]+[a-z]+([A-Z][a-z]*)+$|[a-z]-[a-z[]+[-[:\d]|\[\w+\]|^\(.*\)$|^\/?\w+\/|^<|sans-serif$|^Bearer |^[\w-]+:\w|^(Aerie|AERIE|WalletConnect|WalletFault|Enter|Escape|Delete|Backspace|Tab|Home|End|Control|Shift|Alt|Meta|Esc|Del)$|^Ctrl\+/

/** Messages of other programs, which ours compare. */
const FOREIGN = new Set(['User rejected switch after adding network.', 'Could not load Safe information', 'No chains found on connector.'])

/** A sentence or a part of one: two words. One word in code is a name of a list: a screen, a group, a browser. */
const looksSaid = (/** @type {string} */ text) => /[A-Za-z]{2,}[,.:;’”]? [“‘]?[a-z]{2,}/.test(text)
const hasWord = (/** @type {string} */ text) => /[A-Za-z]{2,}/.test(text)

/** @param {string} text @param {boolean} isSaid */
const isStray = (text, isSaid) => !CODE.test(text.trim()) && !FOREIGN.has(text) && (looksSaid(text) || (isSaid && hasWord(text)))

/**
 * The nodes of a program that hold interface text: between tags, in attributes that are read, and sentences in code.
 *
 * @param {Node} program
 * @returns {{ node: Node, text: string }[]}
 */
export function strayNodes(program) {
  /** @type {{ node: Node, text: string }[]} */
  const found = []
  const note = (/** @type {Node} */ node, /** @type {string} */ text, /** @type {boolean} */ isSaid) => {
    if (isStray(text, isSaid)) found.push({ node, text: text.replace(/\s+/g, ' ').trim() })
  }
  const walkAll = (/** @type {Node} */ node, /** @type {boolean} */ isSaid) => {
    const stays = isSaid && PASSES_ON.test(node.type)
    for (const [key, value] of Object.entries(node)) if (key !== 'type' && value !== null && typeof value === 'object') walk(value, stays)
  }
  /** @type {Record<string, (node: Node, isSaid: boolean) => void>} */
  const visits = {
    JSXText: (node) => note(node, node.value, true),
    Literal: (node, isSaid) => note(node, String(typeof node.value === 'string' ? node.value : ''), isSaid),
    TemplateLiteral: (node, isSaid) => {
      note(node, node.quasis.map((/** @type {Node} */ quasi) => quasi.value.cooked).join('…'), isSaid)
      walk(node.expressions, false)
    },
    JSXAttribute: ({ name, value }) => value && walk(value, SAID.test(nameOf(name))),
    Property: ({ value }, isSaid) => walk(value, isSaid),
    MemberExpression: ({ object, property }) => walk(property.type === 'Literal' ? [object] : [object, property], false),
    CallExpression: (node) => (NAMED_FIRST.test(nameOf(node.callee)) ? walk(node.arguments.slice(1), false) : walkAll(node, false)),
  }
  /** @param {Node} node @param {boolean} isSaid @returns {void} */
  const walk = (node, isSaid) => {
    if (Array.isArray(node)) for (const each of node.filter(Boolean)) walk(each, isSaid)
    else if (!isUnseen(node)) (visits[node.type] ?? walkAll)(node, isSaid)
  }
  walk(program.body, false)
  return found
}

/** @param {Node} node */
function isUnseen(node) {
  if (/^(Import|Export(All|Default)|TS(Type|Interface)|ThrowStatement|TaggedTemplate)/.test(node.type)) return true
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return UNSEEN_CALL.test(nameOf(node.callee))
  if (node.type === 'BinaryExpression') return /^([=!]==?|in)$/.test(node.operator)
  if (node.type === 'JSXAttribute') return UNSAID.test(nameOf(node.name)) && !SAID.test(nameOf(node.name))
  return node.type === 'Property' && UNSAID.test(nameOf(node.key))
}

/** @param {Node} node an identifier, a member or a name in JSX @returns {string} */
function nameOf(node) {
  if (node.type === 'MemberExpression') {
    const name = nameOf(node.property)
    return /^(console|z)$/.test(node.object.name ?? '') ? `${node.object.name}.${name}` : name
  }
  return String(node.name ?? node.value ?? '')
}

/**
 * Interface text of a source outside of the word files.
 *
 * @param {string} file for messages; its ending chooses the language
 * @param {string} source
 * @returns {Stray[]}
 */
export function strayWords(file, source) {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  return strayNodes(program).map(({ node, text }) => ({ file, line: source.slice(0, node.start).split('\n').length, text }))
}

/** Word files themselves, translations, texts made of figures, and tests. */
const EXEMPT = /\.test\.tsx?$|-(words|text|translations)\.ts$|\/test-[^/]*$/

function main() {
  const files = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: process.cwd() }).filter((file) => !EXEMPT.test(file))
  const strays = files.flatMap((file) => strayWords(file, readFileSync(join(process.cwd(), file), 'utf8')))
  for (const { file, line, text } of strays) console.error(`${file}:${line} “${text}” belongs into a word file`)
  console.log(`words: ${files.length} files, ${strays.length} sentences outside of the word files`)
  process.exitCode = strays.length === 0 && files.length > 0 ? 0 : 1
}

if (isMain(import.meta.url)) main()
