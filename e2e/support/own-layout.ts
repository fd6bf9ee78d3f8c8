import { LAYOUT_VERSION, type Layout, type LayoutSlot } from '@aerie/wire/layout'
import type { Page } from 'playwright-core'
import type { AerieServer } from './aerie-server.ts'

/** One chart of channel 1, and nothing else. */
export const ONE_CHART: Layout = {
  version: LAYOUT_VERSION,
  name: '',
  slots: [{ id: 'chart', kind: 'chart', channel: 1, coin: 'BTC', options: {} }],
  place: { type: 'tabs', weight: 1, slots: ['chart'], active: 'chart' },
  windows: [],
  maximised: null,
  locked: false,
}

/** What a spec wants of a slot; it is on no channel and keeps a coin of its own. */
type Wanted = Pick<LayoutSlot, 'kind'> & Partial<Pick<LayoutSlot, 'options'>> & { readonly coin?: string }

/**
 * Opens the workspace of whoever is logged in with these slots beside each other, as if they had left it so.
 *
 * @throws when the server does not take the layout
 */
export async function openWorkspaceOf(page: Page, server: AerieServer, wanted: readonly Wanted[]): Promise<void> {
  const slots = wanted.map(({ kind, coin = 'BTC', options = {} }) => ({ id: kind, kind, channel: null, coin, options }))
  const places = slots.map(({ id }) => ({ type: 'tabs' as const, weight: 1, slots: [id], active: id }))
  const body: Layout = {
    version: LAYOUT_VERSION,
    name: '',
    slots,
    place: places.length === 1 ? places[0]! : { type: 'row', weight: 1, parts: places },
    windows: [],
    maximised: null,
    locked: false,
  }
  await page.goto(`${server.url}/claw`)
  const status = await page.evaluate(async (layout) => {
    const path = `/api/v1/workspace/layout/${encodeURIComponent('~main')}`
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
    // What the page before had not sent yet would be joined with this layout.
    for (const key of Object.keys(localStorage)) if (key.startsWith('aerie.kept.')) localStorage.removeItem(key)
    for (;;) {
      const before = (await (await fetch(path, { headers })).json()) as { data: { version: number } }
      const { status } = await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ version: before.data.version, body: layout }) })
      // What it sent while it was left may come in between.
      if (status !== 409) return status
    }
  }, body)
  if (status !== 200) throw new Error(`the layout was not taken: ${status}`)
  await page.goto(`${server.url}/claw/pretrade`)
}
