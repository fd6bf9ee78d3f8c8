import { expect, it } from 'vitest'
import { keyRights } from './replies.ts'

it.each([
  [['READ', 'TRADE'], 'harmless'],
  [['read_only'], 'harmless'],
  [['READ', ' trade'], 'harmless'],
  [['READ', 'WITHDRAW'], 'withdraws'],
  [['fast_withdrawal'], 'withdraws'],
  [['TRADE', 'TRANSFER_TO_ADDRESS'], 'withdraws'],
  [[], 'unknown'],
  [[''], 'unknown'],
  [['READ', 'ALL'], 'unknown'],
  [['TRADE_AND_MORE'], 'unknown'],
] as const)('classifies %j as %s', (permissions, rights) => expect(keyRights(permissions)).toBe(rights))
