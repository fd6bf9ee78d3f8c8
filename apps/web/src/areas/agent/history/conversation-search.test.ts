import { expect, it } from 'vitest'
import { testConversation } from '../../../platform/live/test/agent-server.ts'
import { searchConversations } from './history-sidebar.tsx'

const all = [testConversation(3, 'Bitcoin tomorrow'), testConversation(2, '  '), testConversation(1, 'ether and BITCOIN')]

it('finds a name by any part of it, ignoring case and surrounding spaces', () => {
  expect(searchConversations(all, '  bitCOIN ').map(({ name }) => name)).toEqual(['Bitcoin tomorrow', 'ether and BITCOIN'])
  expect(searchConversations(all, 'doge')).toEqual([])
})

it('hides conversations without a name', () =>
  expect(searchConversations(all, '').map(({ name }) => name)).toEqual(['Bitcoin tomorrow', 'ether and BITCOIN']))
