import { joinLive, startLive } from '../../live/socket/live-client.ts'
import { useSession } from '../../session/session.ts'

/** Tells the live-data socket of a wallet; while it is not connected, the client keeps the message. */
export function sendWalletCommand(command: 'wallet_connect' | 'wallet_disconnect', wallet: string): void {
  const { token } = useSession.getState()
  startLive()
  joinLive((socket) => void socket.emit(command, { wallet, token }))
}
