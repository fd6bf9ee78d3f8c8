import { expect, it } from 'vitest'
import { firstRules } from './first-rules.ts'

const MARKUP = ['<main id="content" class="flex gap-0.5 [&amp;&gt;svg]:block"><svg></svg><b hidden></b></main>']

it.each([
  '.flex{display:flex}',
  String.raw`.gap-0\.5{gap:2px}`,
  String.raw`.\[\&\>svg\]\:block>svg,main>b{display:block}`,
  '@media (width<430px){.flex{display:none}}',
  '@layer base{html,:after{color:red}#content{color:blue}}',
  ':where([data-visitor=user]) .flex{margin:0}',
  '[data-theme=dark]{color-scheme:dark}',
  '.flex[aria-busy]{opacity:.5}',
  '.flex:not(.open){color:red}',
  '.flex{animation:pulse 1s}@keyframes pulse{50%{opacity:.5}}',
])('keeps what may hold for something on the page: %s', async (rule) => expect(await firstRules(rule, MARKUP)).toBe(rule))

it.each([
  '.grid{display:grid}',
  '.flex.open{color:red}',
  '.flex .grid{color:red}',
  'table{color:red}',
  '#other{color:red}',
  '@media print{.grid{color:red}}',
  '.flex:hover{color:red}',
  '@keyframes unused{50%{opacity:.5}}',
])('leaves the rest to the whole style sheet: %s', async (rule) => expect(await firstRules(rule, MARKUP)).toBe(''))

it('keeps the variables that its rules read, and what those read', async () => {
  const variables = ':root{--a:var(--b);--b:1px;--c:2px}'
  expect(await firstRules(`${variables}.flex{gap:var(--a)}.grid{gap:var(--c)}`, MARKUP)).toBe(
    ':root{--a:var(--b);--b:1px}.flex{gap:var(--a)}',
  )
})
