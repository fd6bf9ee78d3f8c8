import type { WireFault } from '@aerie/wire/event-subscriber'

export const reportFault = ({ event, errors }: WireFault): void =>
  console.error(`A message "${event}" of the server is not as agreed and was left out:`, errors)
