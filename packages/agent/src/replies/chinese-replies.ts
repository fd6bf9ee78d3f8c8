import type { ReplyTexts } from './reply-texts.ts'

/** Chinese replies of the engine. */
export const chineseReplies: ReplyTexts = {
  hours: {
    other: '{n}小时',
  },
  leads: {
    price: '这是 {coins} 的当前价格。',
    prediction: '这是 {coins} {hours}后的预测。',
    history: '这是 {coins} 过去{hours}的价格。',
    mixed: '这是你问的 {coins} 的信息。',
  },
  problems: {
    noPrediction: '我没有 {coins} 的预测，只有 {predicted} 的。价格和历史价格我可以告诉你。',
    predictionHours: '我只预测 1 到 {ahead} 的整小时。',
    historyHours: '我只能回看 1 到 {back} 的整小时。',
    vague: '我以从现在起的整小时计算，不按日期、星期或钟点。请告诉我几小时，例如“6小时后”或“6小时前”。',
    far: '那太远了：预测最多到 {ahead} 小时后，历史最多到 {back} 小时前。',
    tooMany: '这超过了我一次能查的数量，我略去了一些。',
  },
  refusals: {
    empty: '请问我价格、预测或历史价格，例如“比特币价格”。',
    greet: '你好！可以问我某个币的价格、历史价格，或 {predicted} 的预测。',
    thanks: '不客气。需要别的价格时随时问我。',
    help: '我可以告诉你当前价格、历史价格，以及 {predicted} 在 1 到 {ahead} 整小时内的预测。请说出币名，也可以加上时间。',
    trade: '我从不买卖或转账。您可以自己在 Trade 页面操作。我可以告诉你价格、历史价格和预测。',
    dated: '我不能为某个日期或时间草拟提醒或订单。请去掉时间再问一次，然后自己核对草稿并保存或发送。',
    alert: '我每次只能为一个币草拟一个提醒：一个价格，或一个每日涨跌百分比。请逐个询问。',
    advice: '我不提供投资建议。我可以告诉你价格、历史价格，以及 {predicted} 的预测。',
    metric: '我没有查这个数据的工具。我可以告诉你价格、历史价格，以及 {predicted} 的预测。',
    scope: '这个我帮不上忙。我可以告诉你价格、历史价格，以及 {predicted} 的预测。',
    unknownCoin: '我没有找到我认识的币。请试试它的代号或全名。',
    whichCoin: '你指的是哪个币？',
    whichWay: '你是指这么多小时后还是前？',
    whatOfIt: '你想知道什么：现在的价格、过去的价格还是预测？',
  },
  alert: '这是 {coin} 提醒的草稿。请检查并保存：保存之前不会监控任何内容。',
  narrow:
    '我不能这样限定或拆分这个数据。我可以按一个币或排除某些币、按多头或空头以及时间段来限定；每天、每周或每月的平均值只有盈亏、手续费和资金费。',
  now: '您的账户、持仓和挂单我只知道当前状态，不知道过去某一时刻的状态，也不知道未来的状态。已平仓交易则任何时间段都可以。',
  record: '我只知道从现在起的预测，以及全部记录的准确度，不知道某一时间段或过去某一时刻的。不带时间再问一次，即可查看全部记录。',
  order: '这是该 {coin} 订单的草稿。请在下单栏核对并自行发送：我从不发送订单。',
  period:
    '我没听懂这个时间。我知道今天、昨天、本周和上周、本月和上个月、今年和去年、用数字说的最近几天、几周或几个月、月份名称、星期几、日期，以及从一个日期到另一个日期。',
  command: '我只能读取：不能下单、修改或取消订单和持仓，市场价格也没有人能设定。您可以自己在 Trade 页面操作，提醒在 Trade alerts 设置。',
  others: '我只能显示您自己的账户，不能显示别人的。',
  dropped: '您问题中我没有工具的那部分已略去。',
  untimed: '这些是最近的，不限于您所问的时间：每条都标明了时间。',
  unread: '您问题中的这些词我没有用到：{names}。请确认答案是否对应您的问题。',
  droppedNames: '我不认识的部分已略去：{names}。',
  market: '我一次只回答一类问题：请单独询问市场价格或预测。',
  suggestions: {
    price: '{coin}价格',
    prediction: '{coin}{hours}后',
    history: '{coin}{hours}前',
  },
}
