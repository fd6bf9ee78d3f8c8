import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { surviveTranslation } from './page-translation.ts'

let stop: () => void
beforeEach(() => {
  stop = surviveTranslation(document)
})
afterEach(() => {
  cleanup()
  stop()
})

const fontOf = (text: string): HTMLElement => {
  const outer = document.createElement('font')
  outer.append(document.createElement('font'))
  outer.firstElementChild?.append(text)
  return outer
}
const WAYS: ReadonlyArray<readonly [string, (node: Text) => void]> = [
  ['in its place', (node) => node.replaceWith(fontOf(`«${node.data}»`))],
  [
    'before it, which then goes',
    (node) => {
      node.before(fontOf(`«${node.data}»`))
      node.remove()
    },
  ],
]
/** Like a browser's page translator: wraps each text node in an element. */
async function translate(root: Element, replace: (node: Text) => void): Promise<void> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  for (const node of nodes) if (/\S/.test(node.data) && node.parentElement?.closest('font') === null) replace(node)
  await Promise.resolve()
}
const microtask = () => Promise.resolve()

type PartProps = { readonly count: number; readonly isLate?: boolean; readonly note?: string | null }
const Part = ({ count, isLate = false, note = null }: PartProps) => (
  <p>
    {isLate && <b>!</b>}
    {note}
    {count} of 5 <i>{isLate ? 'late' : 'early'}</i>
  </p>
)

describe.each(WAYS)('a translator that inserts its element %s', (_, replace) => {
  it('shows later React updates, and what is translated again', async () => {
    const { container, rerender } = render(<Part count={1} />)
    await translate(container, replace)
    expect(container.textContent).toBe('«1»« of 5 »«early»')
    rerender(<Part count={2} />)
    await microtask()
    expect(container.textContent).toBe('2« of 5 »«early»')
    await translate(container, replace)
    rerender(<Part count={3} />)
    await microtask()
    expect(container.textContent).toBe('3« of 5 »«early»')
  })

  it('lets React remove a text node and insert before one', async () => {
    const { container, rerender } = render(<Part count={1} note="Note " />)
    await translate(container, replace)
    rerender(<Part count={1} isLate />)
    await microtask()
    expect(container.textContent).toBe('!«1»« of 5 »late')
    expect(container.querySelectorAll('p > font')).toHaveLength(2)
  })

  it('lets React unmount the whole tree', async () => {
    const { container, rerender } = render(<Part count={1} />)
    await translate(container, replace)
    rerender(null)
    await microtask()
    expect(container.textContent).toBe('')
  })
})

it('shows a text that React updated while its part was detached from the page', async () => {
  const { container, rerender } = render(<Part count={1} />)
  await translate(container, WAYS[0]?.[1] ?? (() => undefined))
  container.remove()
  await microtask()
  rerender(<Part count={2} isLate />)
  await microtask()
  document.body.append(container)
  expect(container.textContent).toBe('!2« of 5 »late')
})

it('restores the original when the translator removes its elements, or replaces them with texts or other translations', async () => {
  const { container, rerender } = render(<Part count={1} />)
  await translate(container, (node) => node.replaceWith(fontOf('x')))
  const [first, second] = [...container.querySelectorAll('p > font')]
  first?.remove()
  second?.replaceWith(' of 5 ')
  container.querySelector('i > font')?.replaceWith(fontOf('früh'))
  await microtask()
  expect(container.textContent).toBe('1 of 5 früh')
  rerender(<Part count={4} isLate />)
  await microtask()
  expect(container.textContent).toBe('!4 of 5 late')
})

it('ignores what React removes next to a translated text', async () => {
  const { container, rerender } = render(<Part count={1} note="Note " />)
  await translate(container, (node) => node.data !== 'Note ' && node.replaceWith(fontOf('x')))
  rerender(<Part count={1} />)
  await microtask()
  expect(container.textContent).toBe('xxx')
})
