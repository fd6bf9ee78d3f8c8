import type { OwnOrderKind } from './own-call.ts'

const KINDS: readonly (readonly [OwnOrderKind, RegExp])[] = [
  ['limit', / (?:\p{L}*limit\p{L}*|лимит\p{L}*)(?= )|限价/u],
  [
    'market',
    / (?:market (?:orders?|buys?|sells?)|marktorders?|market order\p{L}*|ordres? au marche|(?:ordenes|orden|ordini|ordine|ordens|ordem) (?:a|de|di) mercato|(?:ordenes|orden|ordens|ordem) (?:a|de) mercado|рыночн\p{L}* (?:ордер|заявк)\p{L}*)(?= )|市价/u,
  ],
  ['trailing_stop', / (?:trailing\p{L}*|stops? suiveurs?|nachlaufend\p{L}*|треилинг\p{L}*)(?= )|追踪|移动止损/u],
  ['stop', / (?:stops?|stopps?|stop loss\p{L}*|stop (?:orders?|kurs\p{L}*)|stopkurs\p{L}*|stopporder\p{L}*|sl|стоп\p{L}*)(?= )|止损/u],
  [
    'take_profit',
    / (?:take profits?|tps?|gewinnmitnahme\p{L}*|prises? de (?:profits?|benefices?)|toma de ganancias|теик\p{L}*)(?= )|止盈/u,
  ],
]
const BUY = / (?:buys?|buying|bids?|kauf\p{L}*|achats?|acheteu\p{L}*|compras?|acquist\p{L}*|покуп\p{L}*)(?= )|买/u
const SELL = / (?:sells?|selling|asks?|verkauf\p{L}*|ventes?|ventas?|vendit[ae]|vendas?|продаж\p{L}*)(?= )|卖/u

/** Kind and side of the orders that are asked for; neither if several are named. @param plain a question in plain words */
export function orderedBy(plain: string): { readonly kind?: OwnOrderKind; readonly orderSide?: 'buy' | 'sell' } {
  const named = KINDS.flatMap(([kind, is]) => (is.test(plain) ? [kind] : []))
  const [kind, ...others] = named.includes('trailing_stop') ? named.filter((each) => each !== 'stop') : named
  const [isBuy, isSell] = [BUY.test(plain), SELL.test(plain)]
  return {
    ...(kind !== undefined && others.length === 0 && { kind }),
    ...(isBuy !== isSell && { orderSide: isBuy ? ('buy' as const) : ('sell' as const) }),
  }
}
