import { hearing } from '@aerie/wire/hear'
import { INVALID_TOKEN_MESSAGE } from '@aerie/wire/live-events'
import { messagesEvents } from '@aerie/wire/market-data'
import { io } from 'socket.io-client'
import { useSession } from '../app/session.ts'
import { receiveMessage } from './awaited-messages.ts'
import { credentials, type LiveTransport, renewAndConnect, SOCKET_OPTIONS } from './live-socket.ts'
import { reportFault } from './report-fault.ts'

/** Opens `/messages` with the token that is stored at the moment of each connection. */
export function openMessagesSocket(): LiveTransport {
  return attachMessages(io('/messages', { ...SOCKET_OPTIONS, auth: (give) => give(credentials()) }))
}

/** Joins a connection to whoever waits for messages, and connects it while somebody is logged in. */
export function attachMessages(socket: LiveTransport): LiveTransport {
  const hear = hearing(messagesEvents, reportFault)
  hear(socket, 'message', receiveMessage)
  hear(socket, 'error', (error) => console.warn(`Messages: ${error.message} (${error.code})`))
  const connectAsUser = (): void => {
    if (useSession.getState().token !== null) socket.connect()
  }
  socket.on('disconnect', (reason: string) => {
    if (reason === 'io server disconnect') setTimeout(connectAsUser, SOCKET_OPTIONS.reconnectionDelay)
  })
  socket.on('connect_error', (error: Error) => {
    if (error.message === INVALID_TOKEN_MESSAGE) return void renewAndConnect(socket)
    console.warn('The connection for messages failed:', error.message)
    if (!socket.active) setTimeout(connectAsUser, SOCKET_OPTIONS.reconnectionDelayMax)
  })
  useSession.subscribe((now, before) => {
    if (now.user?.user_id === before.user?.user_id) return
    socket.disconnect()
    connectAsUser()
  })
  connectAsUser()
  return socket
}
