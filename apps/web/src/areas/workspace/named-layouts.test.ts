import type { SavedDocument } from '@aerie/wire/workspace/document'
import { EMPTY_LAYOUT } from '@aerie/wire/workspace/layout'
import { expect, it, vi } from 'vitest'
import { loadNamed } from './layout-menu.tsx'
import { testWorkspace } from './test/workspace.ts'

const call = vi.hoisted(() => vi.fn())
vi.mock(import('../../platform/api/api.ts'), async (original) => ({ ...(await original()), api: call as never }))

it('shows the layout chosen last, even when an earlier choice loads later', async () => {
  const answers = [Promise.withResolvers<SavedDocument>(), Promise.withResolvers<SavedDocument>()] as const
  for (const { promise } of answers) call.mockReturnValueOnce(promise)
  const workspace = testWorkspace()
  const loads = [loadNamed(workspace, 'Morning'), loadNamed(workspace, 'Evening')]
  answers[1].resolve({ version: 1, updated_at: null, body: { ...EMPTY_LAYOUT, name: 'Evening' } })
  answers[0].resolve({ version: 1, updated_at: null, body: { ...EMPTY_LAYOUT, name: 'Morning' } })
  await Promise.all(loads)
  expect(workspace.store.getState().layout?.name).toBe('Evening')
})
