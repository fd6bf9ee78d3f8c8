import type { WireFault } from '@aerie/wire/hear'

/** What was wrong with a client's message, in one line for it. */
export const faultText = ({ event, errors }: WireFault): string => {
  const [field, messages] = Object.entries(errors)[0] ?? ['', []]
  return `${event}: ${field === '' ? '' : `${field}: `}${messages[0] ?? 'not as expected'}`.slice(0, 300)
}
