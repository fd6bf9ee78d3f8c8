import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MarkdownText } from './markdown-text.tsx'

afterEach(cleanup)
const show = (text: string) => render(<MarkdownText text={text} />).container

it('links web pages only, shows their host, and sends them no referrer', () => {
  show('[news](https://example.com/a?b=1) [run](javascript:alert(1)) [data](data:text/html,x) [here](/account) <https://aerie.example/x>')
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['https://example.com/a?b=1', 'news (example.com)'],
    ['https://aerie.example/x', 'https://aerie.example/x (aerie.example)'],
  ])
  expect(links.map((link) => [link.getAttribute('rel'), link.getAttribute('target')])).toEqual(
    links.map(() => ['noopener noreferrer nofollow ugc', '_blank']),
  )
})

it('shows the real host of an address disguised by another name', () => {
  show('[https://bank.example](https://bank.example@evil.example/)')
  expect(screen.getByRole('link').textContent).toBe('https://bank.example (evil.example)')
})

it('renders no HTML and no images', () => {
  const made = show(
    'a <img src=x onerror=alert(1)> <script>alert(1)</script> ![logo](https://evil.example/p.png)\n\n<iframe src="//x"></iframe>',
  )
  expect(made.querySelector('img, script, iframe')).toBeNull()
  expect(made.textContent).toContain('logo')
})

it('strikes out what the server has struck out, with the reason', () => {
  const made = show('About ~~72,000~~ or **~~5%~~**, not 63,210.50')
  expect([...made.querySelectorAll('del')].map((struck) => struck.textContent)).toEqual([
    '72,000 (no tool returned this number)',
    '5% (no tool returned this number)',
  ])
  expect(made.textContent).toContain('not 63,210.50')
})
