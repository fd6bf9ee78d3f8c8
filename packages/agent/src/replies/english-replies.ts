import type { ReplyTexts } from './reply-texts.ts'

/** English replies of the engine. */
export const englishReplies: ReplyTexts = {
  hours: {
    one: '{n} hour',
    other: '{n} hours',
  },
  leads: {
    price: 'Here is the current price of {coins}.',
    prediction: 'Here is the forecast for {coins}, {hours} ahead.',
    history: 'Here is {coins} over the last {hours}.',
    mixed: 'Here is what you asked about {coins}.',
  },
  problems: {
    noPrediction: 'I have no predictions for {coins}, only for {predicted}. Prices and past prices I can tell.',
    predictionHours: 'I predict whole hours only, from 1 to {ahead}.',
    historyHours: 'I look back whole hours only, from 1 to {back}.',
    vague: 'I count in whole hours from now, not by date, weekday or time of day. Tell me how many, such as “in 6 hours” or “6 hours ago”.',
    far: 'That is further than I can see: predictions reach {ahead} hours ahead, histories {back} hours back.',
    tooMany: 'That is more than I look up at once; I left some out.',
  },
  refusals: {
    empty: 'Ask me about a price, a prediction or a past price, such as “BTC price”.',
    greet: 'Hello! Ask me for the price of a coin, its past prices, or a forecast for {predicted}.',
    thanks: 'You are welcome. Ask away whenever you need another price.',
    help: 'I tell prices now, prices in the past, and forecasts for {predicted} over the next 1 to {ahead} whole hours. Name a coin, and a time if you like.',
    trade:
      'I never buy, sell or send anything. You can do that yourself on the Trade screen. I can tell prices, past prices and forecasts.',
    dated: 'I cannot draft alerts or orders for a date or time. Ask without it, then check the draft and save or send it yourself.',
    alert:
      'I can draft an alert only for one coin with one price or one daily change in percent, such as “tell me when BTC is above a price”. Ask for each on its own.',
    advice: 'I do not give investment advice. I can tell prices, past prices, and forecasts for {predicted}.',
    metric: 'I have no tool for that figure. I can tell prices, past prices, and forecasts for {predicted}.',
    scope: 'I cannot help with that. I can tell prices, past prices, and forecasts for {predicted}.',
    unknownCoin: 'I found no coin there that I know. Try its symbol or its full name.',
    whichCoin: 'Which coin do you mean?',
    whichWay: 'Do you mean that many hours ahead or back?',
    whatOfIt: 'What would you like to know: the price now, a past price or a forecast?',
  },
  alert: 'Here is a draft of that alert on {coin}. Check it and save it: nothing is watched before you do.',
  narrow:
    'I cannot limit or split that figure in this way. I can limit it to one coin or leave coins out, to long or short, and to a period; means per day, week or month I have only of results, fees and funding.',
  now: 'I know your account, open positions and open orders as of now, not at another time. Closed trades I know for any period.',
  record:
    'I know forecasts from now on, and their accuracy over the whole record, not for a period or an earlier time. Ask without the time to see the whole record.',
  recent:
    'I know the market’s funding rate as of now, and its largest gains and losses over 24 hours, not for another time. For your own figures, ask “my funding yesterday” or “my worst trades this week”.',
  order: 'Here is a draft of that order on {coin}. Check it in the ticket and send it yourself: I never send orders.',
  period:
    'I did not understand that time. I know today, yesterday, this and last week, month and year, the last days, weeks or months in numbers, months by name, weekdays, dates, and from one date to another.',
  command:
    'I only read: I cannot place, change or cancel orders or positions, and nobody can set a market price. You can do it yourself on the Trade screen, and set alerts under Trade alerts.',
  others: 'I can show only your own account, never somebody else’s.',
  dropped: 'I left out the part of your question that I have no tool for.',
  untimed: 'These are the newest ones, not only those of the time you asked for: each shows its own.',
  unread: 'I did not use these words of your question: {names}. Check that the answer still fits.',
  droppedNames: 'I left out what I do not know: {names}.',
  market: 'I answer one kind of question at a time: ask for the market price or forecast separately.',
  suggestions: {
    price: '{coin} price',
    prediction: '{coin} in {hours}',
    history: '{coin} {hours} ago',
  },
}
