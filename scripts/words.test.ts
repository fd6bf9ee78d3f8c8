// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources are planted as text
import { expect, it } from 'vitest'
import { strayWords } from './words.mjs'

const texts = (source: string) => strayWords('planted.tsx', source).map(({ text }) => text)

it('finds text between tags, one word too', () => expect(texts('const a = <p>Save <b>all of it</b></p>')).toEqual(['Save', 'all of it']))
it('finds attributes that are read', () =>
  expect(texts('const a = <input placeholder="name" aria-label={open ? `Close ${x}` : "Open"} title="Go there" />')).toEqual([
    'name',
    'Close …',
    'Open',
    'Go there',
  ]))
it('finds a sentence in code, and one with figures in it', () =>
  expect(texts('const a = ready ? "Answer copied." : `Only ${n} coins are left.`')).toEqual(['Answer copied.', 'Only … coins are left.']))
it('finds what a notice says', () => expect(texts('notify("info", "Layout saved.", { action: { label: "Undo it" } })')).toHaveLength(2))
it('says where', () => expect(strayWords('a.tsx', '\n\nconst a = <p>Here</p>')).toEqual([{ file: 'a.tsx', line: 3, text: 'Here' }]))
it('lets words of a word file be', () => expect(texts('const a = <p title={WORDS.title}>{WORDS.save}</p>')).toEqual([]))
it('lets what nobody reads be', () =>
  expect(
    texts(`
      import x from 'a b c'
      const a = <p className="flex items-center gap-2" id="the id" data-kind="a b" />
      const b = cx('grid gap-2', isWide && 'sm:max-w-4xl')
      const c = document.querySelector('tbody tr[tabindex]')
      const d = key === 'go to' || map['Go to']
      type Kind = 'one two' | 'three four'
      throw new Error('the map is full')
    `),
  ).toEqual([]))
it('lets names of lists and ids of actions be', () =>
  expect(texts("const a = [{ kind: 'depth', title: DEPTH }]; const b = action('tab next', WORDS.next, 'w n')")).toEqual([]))
it('refuses to read what does not parse', () => expect(() => texts('const a = <p>')).toThrow('does not parse'))
