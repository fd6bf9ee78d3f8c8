import type { OwnLexicon } from '../own-lexicon.ts'

/** English. */
export const ownEnglish: OwnLexicon = {
  language: 'en',
  self: 'i|my|me|mine|myself|i m|i ve|we|our',
  bare: 'notional traded|traded notional|total notional|unrealised|unrealized|floating pnl|open pnl|margin in use|used margin|margin used|margin is in use|latest fills|last fill|recent fills|realised pnl|realized pnl|realised p&l|realized p&l|total pnl|overall pnl|total p&l|overall p&l|total p l|which trades lost|which trades won|how was this week|how was last week|how was this month|how was last month|did this week go|did last week go|upnl|pnl|p&l|p l|margin|stop loss|take profit|limit orders|entry price|liquidation price|losing trades|winning trades|last trade|worst trade|best trade|biggest loser|biggest winner|commissions paid|funding paid|funding received|fees paid|net positive|break even price|got filled|get filled|were filled|paper profit|paper loss|executions|number of trades|how many trades|orders still open|orders * open|orders are open|positions * open|profit and loss|profits and losses|gains and losses|deposit amount|starting balance|initial deposit|active orders|orders * active|orders active|my biggest|stopped out|gain loss|profit or loss|profit loss|cash left|cash is left|sortino ratio|sharpe ratio|anything fill|anything filled|largest loss|largest win|biggest loss|biggest win|largest * loss|biggest * loss|largest * win|trade count|short status|long status|which trade|which trades|collateral|free collateral|trade duration|holding time|starting deposit|position size|total gains|total losses|total profit|total loss|what s pending|equity drop',
  listed:
    'left to trade|to trade with|left to use|shorts open|longs open|open shorts|open longs|stops|stop orders|money left|money do i have|money is in|cash do i have|position|margin left|margin is left|margin do i have left|margin remaining|margin i have left|account value|portfolio value|value of my account|open|still open|orders|available margin|margin available|available balance|available funds|free margin|buying power|open orders|pending orders|resting orders|working orders|open order|open positions|open position|open trades|equity|balance|account balance|portfolio|positions|fills|cash|take profits|stop losses',
  paid: 'net|total|overall|all time|paid|received|spent|so far|in total|pay|to date|until now|since i started|cost|costs|cost me|spend|all|went to|goes to|go to',
  detail: 'percent|%|percentage|pct|since when|when did i open|when was it opened|when did i enter|in total|altogether|exactly',
  bareResult:
    'net|result|results|pnl|p&l|profit|profits|net result|profit and loss|p l|trades|green or red|up or down|in the green|in the red|in profit|gain|gains|losses',
  amount:
    'how much do i have|how many do i have|how much of it do i have|how much of that do i have|do i have any|do i hold any|do i own any|do i have some|how much * do i have|how much * do i own|how much * do i hold|do i have in|have i got in|how many * do i own|how many * do i have|how many * do i hold|how many * am i holding|how many * i have|how many * i own|do i hold|do i own',
  neutral:
    'eat|ate|eaten|end up|ended up|dough|bucks|how big was|how big were|how large was|until|till|most fees|most funding|most volume|most commissions|pay most|paid most|receive|received|left|set|tied up|running|leave|usually|joined|began|put|placed|became|usage|forked|forked over|waiting|anything|sitting|burn|times|book|stuff|each time|shape|actually|altogether|bagged|raked in|cough|coughed|shell out|shelled|rack up|racked up|tell|remind|pull up|bring up|pay off|paid off|honestly|gone|going|managed|manage|since i opened this account|hold|held|liquidated',
  aside:
    '(?:taking out|deducting|less|minus|subtracting|ignoring|before|after|without|excluding|including|incl|counting)(?: (?:the|my|all))?(?: trading)? (?:fees?|commissions?|funding)(?: and (?:the )?(?:fees?|funding))?|inc fees|with fees|fees included|fees incl|inc funding|with funding|funding included|plus fees|inc fees and funding|with fees and funding|without fees|before fees|excluding fees|after fees|net of fees|without funding|before funding|after funding|before costs|after costs|not counting fees|not including fees|not counting funding|not including funding|excluding funding|before fees and funding|after fees and funding|without fees and funding|excluding fees and funding|minus fees|minus funding|ignoring fees|ignoring funding|but not funding|but not fees|other than funding|including fees|including funding|incl fees|incl funding|including fees and funding',
  holding:
    'am i * long|am i * short|am i * * long|am i * * short|am i long|am i short|am i currently long|am i currently short|am i still long|am i still short|am i net long|am i net short',
  distance: '% away|percent away|far away|how much room|closest to|nearest to|how far|how close|how near|distance|near to|close to',
  others:
    'wife s|wifes|husband s|husbands|brother s|brothers|sister s|friend s|friends|boss s|dad s|dads|mum s|mums|mom s|moms|son s|neighbour s|neighbor s|girlfriend s|boyfriend s|colleague s|your|his|her|their|they|he|she|everyone*|everybody*|someone*|somebody*|other people*|others|other user*|other trader*|user|users|leaderboard|whose|bob*|alice*|customer*|client*',
  act: 'open a|open an|create a|create an|close my|close all|close the|close out|cancel my|cancel all|cancel the|cancel every*|place a*|place my|flatten|liquidate my|modify my|delete my|remove my|reduce my|increase my|double my|hedge my|reverse my|set a|set my|move my|put my|change my|edit my|tag my|rate my|reset my|import my|export my|log me|show me how to|how do i|how can i|how to|close half|kill my|kill the|pull my',
  command:
    'boost my|make my portfolio|make my account|make my position|change * to|turn * into|make * be|turn * to|sell my|sell half|sell all my|sell the|take me out|get me out|exit my|exit the|cut my|trim my|add to my|scale out|scale in|change it|make * worth|set * price|set * to|make * price|set * at|put * price|put * at|make * cost|pump * to|push * to|let * be|set a|put a|add a|how do i|how can i|how to|where can i|move my|set my|change my|put my|adjust my|raise my|lower my|tighten my|widen my|cancel my|cancel all|cancel the|close my|close all|close out|place a|place my|place an|modify my|delete my|remove my|reduce my|increase my|double my|hedge my|reverse my|flatten|liquidate my|edit my|reset my|set the|change the price|make the price|put the price|move stop|move the stop|close everything|cancel everything|close it|cancel it|close them',
  reason:
    'what happens|happens if|happen if|what would happen|what will happen|why|how come|because|reason|reasons|what if|should i|if i had|if i close|if i closed|if i sell|if i sold|would i lose|would i make|would i have',
  topics: {
    positions:
      'shorts open|longs open|open shorts|open longs|isolated|cross margin|cross mode|on cross|underwater|under water|have anything open|anything open|something open|did i buy|did i sell|leveraged|did i enter|i entered|did i open|did i get into|how big(?! (?:is|was|were|are) my (?:biggest|best|worst|largest|last|average))|how large(?! (?:is|was|were|are) my (?:biggest|best|worst|largest|last|average))|how long have i been in|how long have i had|how long have i held|how long am i in|lose everything|lose it all|get rekt|get wrecked|size of my|did i pay for|i paid for my|paid for my|did i buy my|did i get my|did i get in|did * cost me(?! in loss)(?! in fees)|has * cost me|have open|i have open|position|positions|portfolio|holdings|exposure|open trade|open trades|what am i holding|what do i hold|what i m holding|am i long|am i short|am i exposed|am i currently long|am i currently short|am i still long|am i still short|unrealised|unrealized|floating|open pnl|open p&l|open profit|open loss|entry|entry price|average entry|liquidation|get liquidated|be liquidated|my margin on|liq price|max leverage|maximum leverage|highest leverage|leverage|average price|avg price|avg entry|break even|breakeven|cost basis|getting liquidated|i get liquidated|i liquidate|liquidation price|liq|did i short|did i long|did i go short|did i go long|size of|in the hole|bags|holding|entered|avg cost|average cost|break even price|upnl|paper profit|paper loss|paper gain|paper gains|paper losses|wipe out|wipes out|wiped out|wipe me out|blow up|blown up|get blown out|room do i have|liquidates me|purchase price|buy price|buying price|average buy|average purchase|did i pay per|i pay per|what am i in|what am i currently in|what * am i in|bought at|everything i hold|what i own|all i hold|short status|long status|doing for me|liquidating me|liquidating|position size|size|would * liquidate|will * liquidate|does * liquidate',
    orders:
      'waiting to fill|waiting to be filled|sitting on the book|in the book|order|orders|stop orders|limit orders|stop|stops|stop loss|stop losses|take profit|take profits|tp|sl|limit|limits|limit price|exit orders|bid|bids|resting|pending|working|unfilled|stop price|stop level|trailing stop|stopped out|get stopped|stop me out|active orders|exit order|target price i set|my target|what s pending',
    account:
      'paper account|demo account|practice account|simulated account|virtual account|money left|money do i have|money is in|cash do i have|margin left|margin is left|margin do i have left|margin remaining|margin i have left|account value|portfolio value|value of my account|put in|start with|starting balance|initial deposit|starting capital|available margin|margin available|available balance|available funds|free margin|buying power|balance|equity|account|margin am i using|cash have i|how much cash|margin in use|margin used|used margin|deposit|deposited|margin is in use|margin do i use|margin have i used|margin|collateral|cash|bankroll|funds|net worth|still use|left to trade|to trade with|open new trades|use to open|deposit amount|can i still spend|can i spend|cash left|cash is left',
    fees: 'fee|fees|commission|commissions|trading costs',
    funding: 'funding|funding payments|funding fees',
    win_rate:
      'win %|win percent|% of trades|% of all my|% of all trades|win rate|winrate|hit rate|success rate|strike rate|win percentage|winning percentage|batting average|how often do i win|how often did i win|how often am i right|percentage of winners|are winners|how often i win|how often am i profitable|share of winners|percentage of wins|win ratio|wins vs losses|how frequently do i win|percent winners|how often do * win|how often does * win|how often do my * win|how often do * * win|percentage of my(?! (?:profits?|loss(?:es)?|gains?|fees|pnl|account|equity|balance|margin|deposit|capital))|percent of my(?! (?:profits?|loss(?:es)?|gains?|fees|pnl|account|equity|balance|margin|deposit|capital))|share of my(?! (?:profits?|loss(?:es)?|gains?|fees|pnl|account|equity|balance|margin|deposit|capital))|% of my(?! (?:profits?|loss(?:es)?|gains?|fees|pnl|account|equity|balance|margin|deposit|capital))',
    profit_factor: 'profit factor',
    expectancy:
      'make per trade|earn per trade|lose per trade|expectancy|average trade|per trade|average result|average profit|average pnl|expected value|on average',
    payoff:
      'when i win|when i lose|usually lose on|usually win on|lose on a losing trade|win on a winning trade|rr|rr ratio|risk reward ratio|payoff|payoff ratio|risk reward|win loss ratio|average win|average loss|average winner|average loser',
    max_drawdown:
      'biggest drawdown|maximum drawdown|deepest drawdown|largest drawdown|worst drawdown|drawdown maximum|drawdown|draw down|max drawdown|biggest drop|peak to trough|worst drop|biggest dip|largest drop in equity|drawdowns|equity drop|drop at worst',
    sharpe: 'sharpe',
    sortino: 'sortino',
    sqn: 'sqn|system quality',
    mean_r: 'the r on|the r of|my r on|how many r|average r|mean r|r multiple|r multiples|r value',
    mean_hold_ms:
      'trades lasted|trade lasted|how long did i stay|how long do i keep|how long did i keep|how long do i sit|how long did i sit|hold my winners|hold my losers|hold my winning|hold my losing|hold winners|hold losers|average holding time|average hold time|avg holding time|how long do my trades last|how long was my|how long were my|how long is my|how long are my|hold time|holding time|holding period|how long do i hold|how long did i hold|how long do i usually|how long do i stay|average duration|trade duration|duration of my trades|duration of a trade|trade length|length of my trades|how long are trades',
    mean_slippage: 'slippage',
    net: 'loose|loosing|loosed|losed|pay off|paid off|payoff for me|make money|lose money|lost money|made money|money have i|much money did|making money|money on|do i stand|am i at|am i overall|pnl|p&l|profit|profits|profitable|loss|losses|lose|lost|losing|make|made|making|earn|earned|earnings|gain|gains|gained|net result|in the black|in the red|in the green|am i up|am i down|am i winning|am i losing|was i up|was i down|win or lose|bottom line|in profit|returns|am i ahead|was i ahead|am i currently up|am i currently down|overall result|total result|p l|return|total return|net positive|net negative|ahead|behind|in dollars|in dollar terms|breaking even|broke even|roi|green or red|green|red|score in money|win|wins|damage|result|results|up or down|money wise',
    overview:
      'how (?:was|were) (?:the|my|this|last|yesterday)|did my longs go|did my shorts go|numbers|sum up|how did go|go for me|how d i do|how d it go|how d we do|did yesterday go|did today go|did this month go|did last month go|is today going|today going|week going|month going|do well|did my longs do|did my shorts do|go well|how did i do|how am i doing|how have i done|how have i been doing|how did i perform|how have i performed|how did my trading go|how was my|how were my|how s my trading|how is my trading|how did it go for me|performance|statistics|stats|summary|recap|review of my|my results|my numbers|track record|trading go|figures|how was this week|how was last week|how was this month|how was last month|did this week go|did last week go|how d the week|how d it go|how d today|how d my|week go|day go|month go|trading going|going for me|looking for me|week looking|month looking|treating me|my day|my week|my month|my trading day',
    fills: 'fill|fills|got filled|get filled|been filled|was filled|were filled|executions',
    streaks:
      'biggest * streak|longest * streak|on the trot|on the bounce|run of losers|run of losses|run of losing trades|run of wins|run of winners|run of winning trades|longest run|biggest run|worst run|best run|string of losses|string of wins|string of losers|string of winners|longest streak|longest losing streak|longest winning streak|worst losing streak|best winning streak|losing streaks|winning streaks|streak|streaks|winning streak|losing streak|in a row|consecutive|back to back|straight losses|straight wins|straight losers|straight winners|straight trades|straight losing trades|straight winning trades',
    volume:
      'total notional|notional|notional value|pushed through|put through|have i churned|did i churn|have i turned over|did i turn over|how much volume|how much size have i traded|how much money have i traded|dollars have i traded|trading volume|volume|volumes|turnover|how much did i trade|how much have i traded|how much i traded|how much do i trade|how much i have traded|did i trade in total|notional traded|traded notional|amount traded|traded amount|dollars did i trade|worth of trades|value traded',
    trades:
      'last time i won|last time i made|last time i profited|last time i lost|last time i traded|closed anything|close anything|anything closed|trade|trades|mistake|mistakes|round trip|round trips|winner|winners|loser|losers|trade history|journal|did i close|closed yesterday|trade count',
  },
  groupings: {
    weekday:
      'which days|what days|which weekdays|weekday|weekdays|day of the week|days of the week|which day|what day|worst day|best day|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|on weekends|weekends',
    hour: 'which hours|what hours|hour of the day|hour of day|time of day|time of the day|which hour|what hour|by hour|best hour|worst hour|what time|per hour',
    symbol:
      'coin that|coin where|coin on which|coin i|which coin|what coin|by coin|per coin|best coin|worst coin|best performing coin*|top coin|top coins|worst performing coin*|which coins|which market|by market|per market|which asset|by asset|which symbol|by symbol|which token|worst market|best market|most profitable coin|each coin|best coins|worst coins',
    side: 'buys or sells|shorting or going long|going long or shorting|going short or long|shorting or longing|long or shorting|long or short|longs or shorts|long vs short|longs vs shorts|longs than shorts|longs than on shorts|longs and shorts|shorts or longs|short or long|by side|by direction|shorts than longs|which side|which direction|long versus short|longs versus shorts|long and short|longs against shorts|long against short|longs or my shorts|longs compared|long side or|the long or the short|long or on the short|long side or the short side|longs or in my shorts|better long or short',
    tag: 'tag|tags|by tag|setup|setups|strategy|strategies|tagged',
  },
  periods: {
    today:
      'today|so far today|today s|daily|my day|(?<!\\d )day pnl|(?<!\\d )day p l|day s pnl|(?<!hour of )(?<!time of )(?<!times of )(?<!part of )the day|(?<!\\d )day profit',
    yesterday: 'yesterday|yesterday s',
    this_week:
      'this week|this week s|current week|the week so far|week to date|my week|so far this week|(?<!day of )(?<!days of )the week(?! before)|weekly|(?<!last )(?<!past )(?<!previous )(?<!\\d )week pnl|(?<!last )(?<!past )(?<!previous )(?<!\\d )week p l|(?<!last )(?<!past )(?<!previous )(?<!\\d )week profit',
    last_week: 'last week|last week s|last weeks|previous week|the week before(?! last)',
    this_month:
      'this month|this month s|current month|month to date|mtd|my month|so far this month|the month(?! before)|monthly|(?<!last )(?<!past )(?<!previous )(?<!\\d )month pnl|(?<!last )(?<!past )(?<!previous )(?<!\\d )month p l|(?<!last )(?<!past )(?<!previous )(?<!\\d )month profit',
    last_month: 'last month|last month s|last months|previous month|the month before(?! last)',
    this_quarter: 'this quarter|this quarter s|current quarter|quarter to date|qtd|so far this quarter',
    last_quarter: 'last quarter(?! of)|last quarter s|previous quarter|past quarter',
    this_year:
      'this year|the year(?! before)|this year s|current year|year to date|ytd|my year|(?<!last )(?<!past )(?<!previous )year pnl|yearly|annual',
    last_year: 'last year|last year s|previous year',
    weekend: '(?<!last )(?<!past )(?<!previous )(?<!every )(?<!each )(?<!a )(?<!per )(?<!next )weekend(?! before)(?! of)(?! ahead)',
    last_weekend: 'last weekend|past weekend|previous weekend',
  },
  long: 'long|longs|long side|long trades|long positions',
  short: 'short|shorts|short side|short trades|short positions|shorting',
  best: 'biggest one|largest one|most i ve ever made|most i ever made|most i ve made|most i made|makes me the most|makes the most|brings me the most|brings the most|earns me the most|most for me|best|biggest win|biggest gain|biggest winner|biggest winners|biggest profit|most profitable|most money|make the most|made the most|earn the most|earned the most|largest win|largest gain|biggest winning|strongest|top(?! losers?)(?! (?:3|5|10) losers)|most successful|earn most|make most|earned most|made most|made me the most|biggest earner|best performing|works best|pays best|largest * win|biggest * win|biggest * gain',
  worst:
    'top losers|top loser|top (?:3|5|10) losers|most i ve ever lost|most i ever lost|most i ve lost|most i lost|hurt me|hurts me most|hurt me most|hurt the most|worst|biggest loss|biggest losses|biggest loser|biggest losers|largest loss|lose most|lose the most|lost the most|lost most|losing the most|least profitable|most expensive mistake|worst mistake|costs me the most|cost me the most|weakest|biggest losing|hurts me|which * do i lose money|which * am i losing money|where do i lose money|where am i losing money|when do i lose money|hurt most|hurts most|costs me|cost me most|biggest mistake|lost me the most|bleeding|drags me down|worst performing|suck at|suck|trade worst|painful|costliest|most costly|ugliest|largest single loss|largest * loss|biggest * loss',
  winners:
    'that made money|which made money|that made a profit|that won|made me money|last time i won|last time i made|last time i profited|won|winner|winners|winning|wins|profitable trades|in profit|green trades|went right',
  losers:
    'that lost money|which lost money|that lost|last time i lost|not profitable|unprofitable|weren t profitable|wasn t profitable|didn t win|did not win|loser|losers|losing|losses|losing trades|in the red|lost money|lost|red trades|went wrong|in loss|at a loss|trades did i lose|trades i lost|which trades lost|trades that lost|trades went wrong',
  newest:
    'last trade|last trades|latest trade|latest trades|recent trades|most recent|last|latest|recent|newest|trade history|previous trade|previous',
  single:
    'last time i won|last time i made|last time i profited|last time i lost|last time i traded|last trade|latest trade|most recent trade|newest trade|last * trade|latest * trade|most recent * trade|last one i closed|last position i closed|last loser|last winner|most recent loser|most recent winner|last loss|last win|previous trade',
  many: 'how many of my|how many * were|how many of the|how many were|how many of them|how many|number of|count of|trade count',
  done: 'filled|done|completed|cancelled|canceled|closed|past orders|executed|old orders|order history|expired|rejected|finished|last orders|recent orders|latest orders|expire|expires|get cancelled|get canceled',
  noTime:
    'last time|am i|i am|ever|all time|so far|overall|in total|right now|all in all|altogether|since i started|currently|to date|until now|up to now|all in|since i opened the account|since i opened my account|lifetime',
  otherTime:
    'morning|afternoon|evening|tonight|last night|minute|minutes|minute ago|moment ago|recently enough|quarter|decade|weekend|christmas|summer|winter|spring|autumn|since',
}
