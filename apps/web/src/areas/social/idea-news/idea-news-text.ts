import type { IdeaNews } from '@aerie/wire/idea-news'

const SIDES = { long: 'Long', short: 'Short' } as const

/** E.g. `+1.25R`; no sign for `0.00R`. */
export function rText(r: number): string {
  const digits = Math.abs(r).toFixed(2)
  return `${Number(digits) === 0 ? '' : r > 0 ? '+' : '−'}${digits}R`
}

export function newsText({ event, symbol, side, net_r, count, author }: IdeaNews): string {
  const idea = `${symbol} ${SIDES[side]}`
  if (event === 'posted') return `${author.name ?? `Trader ${author.id.slice(0, 6)}`} posted an idea: ${idea}`
  if (event === 'commented') return `${count} new ${count === 1 ? 'comment' : 'comments'} on your idea: ${idea}`
  return net_r === null ? `Your idea has ended: ${idea}` : `Your idea was scored ${rText(net_r)}: ${idea}`
}
