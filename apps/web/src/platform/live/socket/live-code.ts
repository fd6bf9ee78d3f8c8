import type { LiveCode } from './live-client.ts'

export const LIVE_CODE: LiveCode = { loadSocket: () => import('./live-socket.ts'), loadOwnChanges: () => import('../own-changes.ts') }
