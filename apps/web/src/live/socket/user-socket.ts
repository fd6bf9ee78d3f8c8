import { INVALID_TOKEN_MESSAGE } from '@aerie/wire/market/live-events'
import { useSession } from '../../session/session.ts'
import { connectOnce, renewAndConnect, SOCKET_OPTIONS } from './live-socket.ts'
import type { LiveTransport } from './live-transport.ts'

/**
 * Keeps a connection that needs a token: connects while somebody is logged in, renews a refused token, tries again after
 * a refusal by the server itself and after its own word, and starts over for whoever comes next.
 *
 * @param purpose what the connection is for, in the words of the console
 * @param onNewUser called before it is made for somebody else
 */
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
    // Given up with a token that was refused; another window has brought a new one.
    else if (now.token !== before.token) connectAsUser()
  })
  connectAsUser()
}
