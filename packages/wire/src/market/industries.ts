/** The Home filter: a title for the button and a value for the query parameter `industry` (absent: no filter). */
export const INDUSTRIES = [
  { title: 'ALL', value: undefined },
  { title: 'Meme', value: 'MEME' },
  { title: 'AI', value: 'ARTIFICIAL_INTELLIGENCE' },
  { title: 'DeFi', value: 'DECENTRALIZED_FINANCE_PROTOCOL' },
] as const

/** Industry values as they travel. */
export const INDUSTRY_VALUES = ['MEME', 'ARTIFICIAL_INTELLIGENCE', 'DECENTRALIZED_FINANCE_PROTOCOL'] as const
export type Industry = (typeof INDUSTRY_VALUES)[number]
