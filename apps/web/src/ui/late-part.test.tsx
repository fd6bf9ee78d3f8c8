import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { preloadedPart } from '../lib/preloaded-part.ts'
import { LatePart } from './late-part.tsx'

type Said = { readonly words: string }
const Words = ({ words }: Said) => <p>{words}</p>

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('keeps its place until it is here', async () => {
  const arrived = Promise.withResolvers<ComponentType<Said>>()
  const part = preloadedPart(() => arrived.promise)
  render(<LatePart part={part} props={{ words: 'Here' }} waiting={<i>Place</i>} />)
  expect(screen.getByText('Place')).toBeTruthy()
  arrived.resolve(Words)
  expect(await screen.findByText('Here')).toBeTruthy()
  expect(screen.queryByText('Place')).toBeNull()
})

it('says where it could not be loaded, and tries again when asked', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const load = vi.fn<() => Promise<ComponentType<Said>>>().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(Words)
  render(<LatePart part={preloadedPart(load)} props={{ words: 'Here' }} />)
  expect((await screen.findByRole('alert')).textContent).toContain('This part could not be loaded.')
  expect(reported).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Here')).toBeTruthy()
  expect([screen.queryByRole('alert'), load.mock.calls.length]).toEqual([null, 2])
})

it('among buttons shows a button alone, and still says what is missing', async () => {
  vi.stubGlobal('reportError', vi.fn())
  const load = vi.fn<() => Promise<ComponentType<Said>>>().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(Words)
  render(<LatePart isTight part={preloadedPart(load)} props={{ words: 'Here' }} />)
  expect((await screen.findByText(/^This part could not be loaded/)).className).toBe('sr-only')
  const again = screen.getByRole('button', { name: 'Try Again' })
  expect(again.title).toContain('This part could not be loaded.')
  fireEvent.click(again)
  expect(await screen.findByText('Here')).toBeTruthy()
})
