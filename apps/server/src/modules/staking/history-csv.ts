import { TOKEN_DECIMALS } from '@aerie/chain/tier'
import type { stakingEvent } from '@aerie/wire/staking'
import { formatUnits } from 'viem'
import type * as z from 'zod/mini'

const HEADINGS = ['time', 'kind', 'amount', 'transaction', 'block', 'final']

/** RFC 4180; amounts in whole tokens, to the last digit. No field can hold a comma, a quote or a formula. */
export const historyCsv = (events: readonly z.output<typeof stakingEvent>[]): string =>
  [
    HEADINGS,
    ...events.map(({ at, kind, amount, transaction, block, final }) => [
      new Date(at).toISOString(),
      kind,
      formatUnits(BigInt(amount), TOKEN_DECIMALS),
      transaction,
      block,
      final,
    ]),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
