import type { MirrorState } from '@aerie/mirror/mirror-session'
import { expect, it } from 'vitest'
import { type MirrorView, NO_RELAY } from '../platform/mirror/mirror-store.ts'
import { mirrorItems } from './mirror-badge.tsx'

const view = (changes: Partial<MirrorView>): MirrorView => ({
  state: { role: 'leader', mode: 'ALL', others: [] } as unknown as MirrorState,
  refusal: null,
  detached: new Set(),
  relay: { ...NO_RELAY, isOn: true, link: 'on', machines: 2 },
  ...changes,
})
const ids = (changes: Partial<MirrorView>) => mirrorItems(view(changes), undefined).map(({ id }) => id)

it('does not offer to take the lead to the window that leads all machines', () => {
  for (const id of ['lead', 'detach', 'rejoin']) expect(ids({})).not.toContain(id)
})

it('lets the leader of one machine that follows another detach and rejoin', () => {
  const relay = { ...view({}).relay, isHolder: false }
  expect(ids({ relay })).toEqual(expect.arrayContaining(['lead', 'detach']))
  expect(ids({ relay, detached: new Set(['layout']) })).toEqual(expect.arrayContaining(['lead', 'rejoin']))
})
