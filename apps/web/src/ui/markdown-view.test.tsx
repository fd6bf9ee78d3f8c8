import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MarkdownView } from './markdown-view.tsx'

/** Simulates a fault in the formatting libraries. */
const faulty = () => (tree: unknown) => {
  if (JSON.stringify(tree).includes('fault')) throw new TypeError('This document requires TrustedHTML')
}

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined) && undefined)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('shows a text that cannot be formatted as typed, and leaves its siblings unchanged', () => {
  const text = 'a **fault**\n&lt; b'
  render(
    <>
      <MarkdownView text={text} remarkPlugins={[faulty]} />
      <p>beside it</p>
    </>,
  )
  expect(document.querySelector('.markdown-view')?.textContent).toBe(text)
  expect(screen.getByText('beside it')).toBeTruthy()
})

it('formats the text that replaces it', () => {
  const { rerender } = render(<MarkdownView text="a **fault**" remarkPlugins={[faulty]} />)
  rerender(<MarkdownView text="now **bold**" remarkPlugins={[faulty]} />)
  expect(document.querySelector('strong')?.textContent).toBe('bold')
})
