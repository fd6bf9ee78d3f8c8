import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { clearToasts, showToast } from './toaster.tsx'

vi.unmock('./toaster.tsx')

const shown = () => [...document.querySelectorAll('.Toastify__toast')].filter((toast) => !toast.className.includes('exit'))
const texts = () => shown().map((toast) => toast.textContent)

beforeEach(async () => {
  act(() => clearToasts())
  await waitFor(() => expect(texts()).toEqual([]))
})

it('uses the specified defaults: top-right, light', async () => {
  act(() => showToast('info', 'first', {}))
  await waitFor(() => expect(texts()).toEqual(['first']))
  expect(document.querySelector('.Toastify__toast-container--top-right')).not.toBeNull()
  expect(shown()[0]?.className).toContain('Toastify__toast-theme--light')
})

it('closes after five seconds, or fifteen with an action such as Undo', async () => {
  const durations = () =>
    shown().map((toast) => toast.querySelector<HTMLElement>('.Toastify__progress-bar--animated')?.style.animationDuration)
  act(() => showToast('info', 'saved', {}))
  await waitFor(() => expect([texts(), durations()]).toEqual([['saved'], ['5000ms']]))
  act(() => showToast('info', 'deleted', { action: { label: 'Undo', run: () => undefined } }))
  await waitFor(() => expect([texts(), durations()]).toEqual([['deletedUndo'], ['15000ms']]))
})

it('shows one at a time: a newer one replaces the older', async () => {
  act(() => showToast('info', 'older', {}))
  await waitFor(() => expect(texts()).toEqual(['older']))
  act(() => showToast('success', 'newer', {}))
  await waitFor(() => expect(texts()).toEqual(['newer']))
})

it('shows several when that is allowed', async () => {
  act(() => showToast('info', 'one', {}))
  await waitFor(() => expect(texts()).toEqual(['one']))
  act(() => showToast('info', 'two', { multiple: true }))
  await waitFor(() => expect(texts().toSorted()).toEqual(['one', 'two']))
})

it('shows one when the same message arrives twice in quick succession', async () => {
  // On a real clock, time may pass between two lines.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  act(() => {
    showToast('warning', 'same', { multiple: true })
    showToast('warning', 'same', { multiple: true })
  })
  clock.mockRestore()
  await waitFor(() => expect(texts()).toEqual(['same']))
})
