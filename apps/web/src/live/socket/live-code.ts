import type { LiveCode } from './live-client.ts'

/** Everything of the live connection that is not part of the first load. */
export const LIVE_CODE: LiveCode = { loadSocket: () => import('./live-socket.ts'), loadOwnChanges: () => import('../own-changes.ts') }
