import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { isTooDeep, MarkdownView } from './markdown-view.tsx'

afterEach(cleanup)

it.each([
  ['quotes', `${'>'.repeat(1_999)}x`],
  ['quotes with spaces', `${'> '.repeat(999)}x`],
  ['lists', `${'- '.repeat(999)}x`],
  ['numbered lists', `${'1. '.repeat(600)}x`],
  ['emphasis', `${'*'.repeat(999)}a${'*'.repeat(999)}`],
  ['emphasis, one mark at a time', `${'*a **b '.repeat(140)}${'b** a* '.repeat(140)}`],
  ['images', `${'!['.repeat(330)}x${'](b)'.repeat(330)}`],
  ['quotes and lists by turns', `Hello\r${'> - 1) '.repeat(200)}x`],
])('shows endlessly nested %s as plain text', (_what, text) => {
  const { container } = render(<MarkdownView text={text} />)
  expect([container.querySelectorAll('blockquote, ul, ol, em, strong').length, container.textContent]).toEqual([0, text])
})

it('formats realistic nesting, and does not mistake a dash, rule or sum for a list', () => {
  const { container } = render(<MarkdownView text={'> - **Up**\n>   1. first\n\n- - - -\n\n1.5 - 2 > 1'} />)
  expect([...container.querySelectorAll('blockquote li')].length).toBe(2)
  const emphasised = `${'A **price**, *its* change and [its _chart_](https://example.com), snake_case and 2*3. '.repeat(20)}\n\n* a\n* b`
  expect(isTooDeep(emphasised)).toBe(false)
  expect(['-'.repeat(500), `${'- '.repeat(10)}x`, '1.'.repeat(500), `a ${'> '.repeat(500)}`].map(isTooDeep)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
