import { INVALID_TOKEN_MESSAGE } from '@aerie/wire/market/live-socket'
import { useSession } from '../../session/session.ts'
import { connectOnce, renewAndConnect, SOCKET_OPTIONS } from './live-socket.ts'
import type { LiveTransport } from './live-transport.ts'

/** Connects while a user is logged in; renews a refused token, retries after a refusal or disconnect, reconnects on a change of user. */
export function keepConnected(socket: LiveTransport, purpose: string, onNewUser?: () => void): void {
  const connectAsUser = (): void => {
    if (useSession.getState().token !== null) connectOnce(socket)
  }
  socket.on('disconnect', (reason: string) => {
    if (reason === 'io server disconnect') setTimeout(connectAsUser, SOCKET_OPTIONS.reconnectionDelay)
  })
  socket.on('connect_error', (error: Error) => {
    if (error.message === INVALID_TOKEN_MESSAGE) return void renewAndConnect(socket)
    console.warn(`The connection for ${purpose} failed:`, error.message)
    if (!socket.active) setTimeout(connectAsUser, SOCKET_OPTIONS.reconnectionDelayMax)
  })
  useSession.subscribe((now, before) => {
    if (now.user?.user_id !== before.user?.user_id) {
      onNewUser?.()
      socket.disconnect()
      connectAsUser()
    }
    // Disconnected after a refused token; another window has brought a new one.
    else if (now.token !== before.token) connectAsUser()
  })
  connectAsUser()
}
