import { answerAs } from '@aerie/testkit/json-as'
import { LAYOUT_VERSION, type Layout, type LayoutSlot } from '@aerie/wire/workspace/layout'
import type { Page } from 'playwright-core'
import * as z from 'zod/mini'
import type { ServerAddress } from './aerie-server.ts'

export const ONE_CHART: Layout = {
  version: LAYOUT_VERSION,
  name: '',
  slots: [{ id: 'chart', kind: 'chart', channel: 1, coin: 'BTC', options: {} }],
  place: { type: 'tabs', weight: 1, slots: ['chart'], active: 'chart' },
  windows: [],
  maximised: null,
  locked: false,
}

type Wanted = Pick<LayoutSlot, 'kind'> & Partial<Pick<LayoutSlot, 'options'>> & { readonly coin?: string }

/**
 * Opens the workspace of the logged-in user with these slots side by side, as a saved layout.
 * @throws if the server rejects the layout
 */
export async function openWorkspaceOf(page: Page, server: ServerAddress, wanted: readonly Wanted[]): Promise<void> {
  const slots = wanted.map(({ kind, coin = 'BTC', options = {} }) => ({ id: kind, kind, channel: null, coin, options }))
  const tabNodes = slots.map(({ id }) => ({ type: 'tabs' as const, weight: 1, slots: [id], active: id }))
  const body: Layout = {
    version: LAYOUT_VERSION,
    name: '',
    slots,
    place: tabNodes.length === 1 ? tabNodes[0]! : { type: 'row', weight: 1, parts: tabNodes },
    windows: [],
    maximised: null,
    locked: false,
  }
  await page.goto(`${server.url}/claw`)
  const token = await page.evaluate(() => {
    // Unsent changes of the previous page would be merged with this layout.
    for (const key of Object.keys(localStorage)) if (key.startsWith('aerie.kept.')) localStorage.removeItem(key)
    return localStorage.getItem('token')
  })
  await saveLayout(server, token, body)
  await page.goto(`${server.url}/claw/pretrade`)
}

const VERSIONED = z.object({ data: z.object({ version: z.number() }) })

/** Not from the page: its console would log the conflict. */
async function saveLayout(server: ServerAddress, token: string | null, body: Layout): Promise<void> {
  const address = `${server.url}/api/v1/workspace/layout/${encodeURIComponent('~main')}`
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  for (;;) {
    const { data } = await answerAs(VERSIONED, await fetch(address, { headers }))
    const { status } = await fetch(address, { method: 'PUT', headers, body: JSON.stringify({ version: data.version, body }) })
    if (status === 200) return
    // A save of the page on unload may come in between.
    if (status !== 409) throw new Error(`the layout was not taken: ${status}`)
  }
}
