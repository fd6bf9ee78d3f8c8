import { eventSubscriber } from '@aerie/wire/event-subscriber'
import { messagesEvents } from '@aerie/wire/market/market-data'
import { io } from 'socket.io-client'
import { emitNoticesResumed, receiveNotice } from '../notices.ts'
import { credentials, SOCKET_OPTIONS } from '../socket/live-socket.ts'
import { type LiveTransport, reportFault } from '../socket/live-transport.ts'
import { keepConnected } from '../socket/user-socket.ts'
import { receiveMessage } from './awaited-messages.ts'

export function openMessagesSocket(): LiveTransport {
  return attachMessages(io('/messages', { ...SOCKET_OPTIONS, auth: (give) => give(credentials()) }))
}

export function attachMessages(socket: LiveTransport): LiveTransport {
  const subscribe = eventSubscriber(messagesEvents, reportFault)
  subscribe(socket, 'message', receiveMessage)
  subscribe(socket, 'notify', receiveNotice)
  socket.on('connect', emitNoticesResumed)
  subscribe(socket, 'error', (error) => console.warn(`Messages: ${error.message} (${error.code})`))
  keepConnected(socket, 'messages')
  return socket
}
