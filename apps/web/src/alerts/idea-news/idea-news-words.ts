import type { IdeaNews } from '@aerie/wire/idea-news'

// What is said of news of ideas.

const SIDES = { long: 'Long', short: 'Short' } as const

function resultText(netR: number): string {
  const digits = Math.abs(netR).toFixed(2)
  return `${Number(digits) === 0 ? '' : netR > 0 ? '+' : '−'}${digits}R`
}

/** One line of the news, as the toast and the lists have it. */
export function newsText({ event, symbol, side, net_r, count, author }: IdeaNews): string {
  const idea = `${symbol} ${SIDES[side]}`
  if (event === 'posted') return `${author.name ?? `Trader ${author.id.slice(0, 6)}`} posted an idea: ${idea}`
  if (event === 'commented') return `${count} new ${count === 1 ? 'comment' : 'comments'} on your idea: ${idea}`
  return net_r === null ? `Your idea has ended: ${idea}` : `Your idea was scored ${resultText(net_r)}: ${idea}`
}

export const ideas = 'Ideas'
export const newsOfIdeas = 'News of ideas'
export const newestNews = 'Newest news of ideas'
export const markAllRead = 'Mark all as read'
export const markAllNewsRead = 'Mark all as read: news of ideas'
export const unread = 'Unread:'
export const show = 'Show'
export const loading = 'Loading the news'
export const failed = 'The news could not be loaded.'
export const none = 'No news yet. Comments on your ideas, their scores and new ideas of people you follow appear here.'
export const notMarkedRead = (error: string) => `Not marked as read: ${error}`
export const newOnIdeas = (count: string) => `${count} new in Social`
