import { joinLive, startLive } from '../../../platform/live/socket/live-client.ts'
import { useSession } from '../../../platform/session/session.ts'

/** Notifies the live-data socket; the client queues the message while disconnected. */
export function sendWalletCommand(command: 'wallet_connect' | 'wallet_disconnect', wallet: string): void {
  const { token } = useSession.getState()
  startLive()
  joinLive((socket) => void socket.emit(command, { wallet, token }))
}
