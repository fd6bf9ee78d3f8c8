/** Home filters: button title and value of the query parameter `industry` (absent is no filter). */
export const INDUSTRIES = [
  { title: 'ALL', value: undefined },
  { title: 'Meme', value: 'MEME' },
  { title: 'AI', value: 'ARTIFICIAL_INTELLIGENCE' },
  { title: 'DeFi', value: 'DECENTRALIZED_FINANCE_PROTOCOL' },
] as const

/** Industry values on the wire. */
export const INDUSTRY_VALUES = ['MEME', 'ARTIFICIAL_INTELLIGENCE', 'DECENTRALIZED_FINANCE_PROTOCOL'] as const
export type Industry = (typeof INDUSTRY_VALUES)[number]
