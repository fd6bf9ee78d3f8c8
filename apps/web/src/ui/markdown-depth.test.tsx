import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { isTooDeep } from './markdown-depth.ts'
import { MarkdownView } from './markdown-view.tsx'

afterEach(cleanup)

it.each([
  ['quotes', `${'>'.repeat(1_999)}x`],
  ['quotes with spaces', `${'> '.repeat(999)}x`],
  ['lists', `${'- '.repeat(999)}x`],
  ['numbered lists', `${'1. '.repeat(600)}x`],
  ['quotes and lists by turns', `Hello\r${'> - 1) '.repeat(200)}x`],
])('shows %s nested without end as the text that they are', (_what, text) => {
  const { container } = render(<MarkdownView text={text} />)
  expect([container.querySelectorAll('blockquote, ul, ol').length, container.textContent]).toEqual([0, text])
})

it('formats what people nest, and takes no dash, rule or sum for a list', () => {
  const { container } = render(<MarkdownView text={'> - **Up**\n>   1. first\n\n- - - -\n\n1.5 - 2 > 1'} />)
  expect([...container.querySelectorAll('blockquote li')].length).toBe(2)
  expect(['-'.repeat(500), `${'- '.repeat(10)}x`, '1.'.repeat(500), `a ${'> '.repeat(500)}`].map(isTooDeep)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
