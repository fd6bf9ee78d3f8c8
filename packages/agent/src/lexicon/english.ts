import type { Lexicon } from '../concepts.ts'

const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const ONES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const twentyOn = TENS.flatMap((ten, tens) => [
  [tens * 10 + 20, ten] as const,
  ...ONES.map((one, ones) => [tens * 10 + 21 + ones, `${ten} ${one}/${ten}${one}`] as const),
])

const ORDINALS =
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth'
    .concat('|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|twenty first|twenty second|twenty third|twenty fourth|twenty fifth')
    .concat('|twenty sixth|twenty seventh|twenty eighth|twenty ninth|thirty first')
const ORDINAL_DAYS = ORDINALS.split('|')
  .map((day) => `on the ${day}`)
  .join('|')

/** English as traders write it, including common typos. */
export const english: Lexicon = {
  language: 'en',
  numbers:
    'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve/a dozen/dozen|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen',
  moreNumbers: { ...Object.fromEntries(twentyOn), 2: 'two/a couple/a couple of/couple of/a pair of', 100: 'hundred/a hundred/one hundred' },
  phrases: {
    price: `px|price|prices|priced|pricing|cost|costs|costing|worth|quote|quotes|quoted|value|values|valued|valuation|rate|rates|exchange rate
      |trading at|trade at|trades at|traded at|trading for|selling for|sell for|sells for|going for|sitting at|going rate|ticker|expensive|pricier|pricey
      |cheap|cheaper|prise|pric|proce|set me back|market price|spot|conversion|convert|exchange|market data`,
    ask: `how much|how muhc|how mcuh|how mutch|how mch|how much money|how many dollars|how many usd|how many bucks|how many euros|what s|whats|wats|wat is|wats up with|what are|how s|hows|how is|how are|how about now
      |doing|doin|sitting|standing|stand|stands|where s|wheres|where is|where are|trade|trades|trading|check|update on|status of|status|what does|what do|level`,
    predict: `predict|predicts|predicted|predicting|prediction|predictions|predictive|forecast|forecasts|forecasted|forecasting|forcast|forecats|projection
      |projections|projected|project|outlook|price target|target price|prognosis|estimate|estimates|estimated|expectation|expectations|expected|expect|anticipate|foresee
      |bullish|bearish|pred|fcst|likely|prob|probability|odds|chance|chances|all predictions|all forecasts|headed|heading|where do you see|crystal ball`,
    future: `will|ll|wont|won t|gonna|going to|goes|might|may|shall|should|would be|could be|about to|go up|goes up|going up|goes down|go down|going down
      |climb|climbs|finish|finishes|end up|ends up|end|ends|by then|upcoming|soon|shortly|future`,
    history: `history|hist|histories|historical|historic|historically|past prices|moved|move|movement|movements|performed|perform|performance|trend|trended|trending
      |changed|change|changes|gained|gain|gains|lost|lose|loss|losses|dropped|fallen|risen|chart|charts|charted|development|evolve|evolved|moves|traded
      |used to be|candles|previously|backtrack|climbed|rose|fell|grew|grown|delta|swing|swung|pumped|dumped`,
    past: 'would i have paid|would it have been|would it have cost|was|were|wasn t|did|had|has|have|been|used to|done|didn t|hasn t|went',
    move: `up|down|higher|lower|rise|rising|rises|fall|falling|falls|drop|drops|dropping|increase|increasing|decrease|decreasing|harder|hardest|pump|pumps|pumping|dump|dumps
      |dumping|moon|mooning|go to the moon|to the moon|crash|crashing|crashes|grow|growing|green|red|more|less|better|worse|happen|happens|happened|happening|going|go
      |bigger|smaller|high|low|highs|lows|recover|recovering|rally|rallying|tank|tanking|rip|bleed|bleeding|flat|stable|soar|plunge|gain value
      |bounce|correct|correction|direction|percent|percentage|pct|outperform|outperforming|outperforms|underperforming|beating|beats|beat|do|does|stronger|weaker|break out`,
    level: `above|below|over|under|hit|hits|hitting|reach|reached|reaches|reaching|cross|crossed|crosses|crossing|broke|broken|break|breaks|passed|pass|passes|passing|exceed|exceeds|surpass
      |beyond|more than|less than|at least|touch|touched|still at|top|near|close to|nearing|approaching|next to|tops|peg`,
    compare:
      'who gains|who drops|who falls|who rises|who wins|compare|compared|comparing|comparison|versus|vs|v|difference|against|than|relative|compares|between',
    minute: 'minute|minutes|min|mins|mn|m|minuets|minut',
    hour: 'hour|hours|hourly|h|hr|hrs|hourss|hous|huors|hrz|ours',
    day: 'day|days|d|daily|dayz',
    week: 'week|weeks|wk|wks|w|weekly',
    month: 'month|months|mo|mth|monthly',
    year: 'year|years|yr|yrs|y|decade|decades|yearly|quarter',
    now: `now|right now|rn|atm|at the moment|at this moment|currently|current|present|presently|latest|live|real time|realtime|as of now|this moment|this minute
      |this second|immediately|these days|nowadays|at present|this very moment|most recent|just now`,
    today: 'today|todays|2day|so far today|this day|intraday',
    tomorrow: 'tomorrow|tomorrows|tommorow|tommorrow|tomorow|tmrw|tmr|tmrrw|tomoz|2moro|2morrow|morrow|tom',
    yesterday: 'yesterday|yesterdays|yday|yesteday|ystrday|yest|yesturday|yesterdy',
    twoDaysAgo: 'day before yesterday|the day before yesterday|day before',
    twoDaysAhead: 'day after tomorrow|the day after tomorrow',
    halfDay: 'half a day|half day|half of a day|quarter day half',
    clock: `half past|quarter past|quarter to|in a bit|in a while|in a little while|in a moment|a bit later|in no time|tonight|tonite|noon|midnight|midday|morning|afternoon|evening|night|last night|this morning|this evening|this afternoon|later today|earlier today|overnight
      |monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|fridays|weekend|weekends|am|pm|o clock|oclock|utc|gmt|est|eod|end of day|end of the day|close of day
      |end of today|dawn|dusk|lunchtime|lunch|breakfast|dinner|teatime|by close|market close|market open|bedtime|tue|tues|wed|weds|thu|thur|thurs|fri|on sat|on sun|last sat|last sun
      |at open|at the open|at close|at the close|back then|back in the day|at that time|at the time|a while ago|a while back|a long time ago|long time ago|long ago|some time ago|time ago|earlier|the other day|other day
      |week before last|the week before last|month before last|the month before last|year before last|the year before last|last time|originally|formerly|recently|lately|${ORDINAL_DAYS}|start of the day|beginning of the day`,
    far: `end of the month|end of month|end of the year|end of year|eoy|eom|end of the week|end of week|long term|long run|the long run|the future of|this year|january|february|march|april
      |june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug|sept|oct|nov|christmas|new year|new years|halloween|easter|summer|winter|autumn
      |spring|in march|since march|until march|by march|during march|before march|after march|last march|this march|next march|in may|since may|until may|by may|during may|before may|after may|last may|this may|next may|start of the week|start of the month|start of the year|beginning of the week|beginning of the month|beginning of the year
      |middle of the week|middle of the month|middle of the year|month start|month end|year start|year end|quarter end|bull run|this decade|years ago|century|launch|inception|ever|someday|one day in the future|eventually|ath date`,
    few: 'seconds|secs|sec|a few|few|several|some|many|a number of|a handful of|number of',
    in: 'in|within|after|inside',
    next: 'next|coming|following|upcoming|nxt|over next',
    last: 'last|past|previous|prior|preceding|lst|recent|trailing',
    since: 'since|from',
    agoBefore: 'before',
    ago: 'ago|back|before|earlier|ago exactly|agoo|prior|before now',
    ahead:
      'from now|from today|ahead|later|hence|out|from this moment|into the future|in the future|forward|onward|onwards|away|time|s time',
    and: 'and|or|plus|then|also|as well as|along with|n|followed by|nd',
    article: 'a|an|the|th|teh',
    of: 'of|for|on|during|about|regarding|per|concerning|re|4|s',
    at: 'at',
    to: 'to|into|2',
    not: 'never mind|nevermind|don t tell me|dont tell me|don t give me|dont give me|don t mean|dont mean|not talking about|not|without|except|excluding|but not|other than|instead of|rather than|no longer|never|don t care about|dont care about|not interested in|forget about|forget|drop|skip|leave out|don t want|dont want|no more',
    half: 'half|half a|half an|half of an|half of a',
    quarter: 'quarters of a|quarters of an|quarters|quarter of a|quarter of an|a quarter of a|a quarter of an|quarter a|a quarter',
    andHalf: 'and a half|and half',
    currency:
      'usd|us|dollar|dollars|bucks|buck|eur|euro|euros|gbp|pound|pounds|sterling|yen|jpy|chf|franc|francs|cent|cents|fiat|usdt|usdc|busd|cad|aud|inr|rupees|perp',
    coinNoun: 'coin|coins|token|tokens|crypto|cryptocurrency|protocol|network|blockchain|inu|finance|currency|altcoin|memecoin',
    thousand: 'k|thousand|grand|million|millions|mil|mill|mm|billion|bn|b|trillion|percent|pct|x',
    it: 'it|that|this|that one|this one|that coin|this coin|the coin|the token|the same coin|its|it s',
    both: 'both|them|their|theirs|they|these|those|all of them|both of them|the two|these two|those two|all|all three|all four|each|everything|they re|each of them|either of them',
    other: 'other|the other|other one|the other one|the other coin|the other two|others',
    first: 'first|the first|first one|the first one|the former|former|1st',
    second: 'second|the second|second one|the second one|the latter|latter|2nd|last one|the last one|the last coin',
    again:
      'again|once more|repeat|repeat that|refresh|one more time|retry|try again|reload|update|same|the same|same thing|same question|likewise|ditto|do the same|same again|identical|equivalent',
    thatAfter: 'after that|after this|later than that|further|more after that|on top of that|beyond that',
    thatBefore: 'before that|before this|earlier than that|prior to that',
    follow: `what about|how about|and what about|and how about|wbt|hbu|what of|what if|make it|instead|rather|actually|sorry|oops|mistake|typo|correction|longer|shorter|sooner|never mind|nevermind|i meant|i mean|meant|no|nah|too|as well
      |okay then|ok then|and then|but|only|just|let s say|lets say|say|switch to|now for|now to|change that to|change this to|set it to|set that to|change to|change it to|now do|do|try|fine|ok|okay|next up`,
    everyPredicted:
      'all you can predict|everything you can predict|all predictable coins|coins you can predict|all four coins|every coin you predict|all supported coins|all predictions|all forecasts',
    explain: `what is|explain|tell me about|describe|meaning|mean|means|define|definition|invented|created|founded|made|work|works|whitepaper|tutorial|learn|teach|how does|how do
      |difference between|what is a|what are the|stake|staking|mine|mining|wallet|nft|nfts|smart contract|smart contracts|scam|safe|legit|legal|illegal|history lesson|founder
      |consensus|ceo|team|roadmap|airdrop|bridge|swap|hack|hacked|tax|taxes|electricity|energy|use case|story|banned|ban|replace|what s a|what s an|whats a|whats an|do you like|i like|i love|i hate|do you love|you like|do you own|mined|mines|miner|miners`,
    metric: `open price|opening price|closing price|close price|daily open|weekly open|monthly open|daily close|weekly close|monthly close|volatile|market cap|marketcap|mcap|market capitalization|market capitalisation|capitalization|capitalisation|cap|volume|volumes|trading volume|supply|circulating supply|total supply
      |max supply|dominance|all time high|all time low|highest ever|lowest ever|ath|atl|gas|gas fee|gas fees|fee|fees|transaction fee|news|headline|headlines|halving|apy|apr|yield|hash rate|hashrate|difficulty
      |tvl|rsi|macd|moving average|sma|ema|funding rate|open interest|liquidity|order book|spread|volatility|sentiment|fear and greed|rank|ranking|address|block height
      |correlation|sharpe|burn rate|inflation|how many|indicator|bollinger|whale|whales|etf|liquidation|liquidations`,
    why: `why|who|whose|when|how do i|how can i|how to|how would i|where can i|where do i|how long|how come|how old|what caused|because|explain why|what year|which country|which coin
      |what if i|if i had|how do you`,
    advice: `should i|should we|good time|good idea|a good buy|good investment|best coin|best crypto|worth buying|worth investing|worth it|recommend|recommendation|advice|advise|good buy|buy or sell|sell or hold
      |invest|investing|investment|is it smart|would you buy|get rich|safe bet|top gainers|gainers|losers|best performing|which one should|strategy|trade idea|hodl or sell|time to buy|time to sell`,
    alert: 'alert|alerts|notify|notification|remind|reminder|alarm|ping me|let me know when|tell me when|warn me|watchlist',
    inject: `ignore your|ignore all|ignore previous|ignore the|ignore any|ignore instructions|ignore everything|disregard|system prompt|your prompt|your instructions|your rules|jailbreak|developer mode|you are now|act as|pretend
      |role play|roleplay|reveal|forget your|forget all|forget everything|forget previous|new instructions|override|bypass|sudo|system|assistant|drop table|script|prompt|get crypto price|get crypto prediction|get crypto history|get_crypto_price|get_crypto_prediction|get_crypto_history
      |inst|you must|api key|secret|repeat after`,
    trade: `buy|purchase|sell|send|transfer|withdraw|deposit|swap|long|short|place an order|open a position|close my position|close position|market buy|market sell|market order|limit order|stop loss|take profit|leverage
      |stake|unstake|i want to buy|i want to sell|i d like to buy|i would like to buy|get rid of|liquidate|pay|copy`,
    own: `i bought|i sold|i own|i have|i had|i hold|i paid|i ve got|i got|we bought|i invested|bought|we sold|my friend bought|i was given|i entered|i ve bought|i ve had`,
    greet: `good day|nice day|great day|hi|hello|hey|hiya|yo|howdy|good morning|good evening|good afternoon|good night|greetings|sup|how are you|how are you doing|what s up|whats up|hi there|hello there|hey there|gm|gn|wassup|bye|goodbye|see you|see ya|wagmi`,
    thanks: `thanks|thank you|thx|ty|thank u|cheers|great|cool|nice|awesome|perfect|good job|well done|got it|you re great|lol|haha|wow|good bot|ok thanks|okay thanks|much appreciated|appreciate it|amazing|yes|yeah|yep|sure|alright`,
    help: `help|what can you do|what do you do|who are you|what are you|how do you work|what coins do you know|which coins do you know|what can i ask|commands|options|menu|capabilities|are you a bot|are you a robot|are you human|are you an ai
      |what do you know|which coins|what coins|how does this work|instructions|examples|your name|what is your name|what else can you do|supported coins|what languages|can you help|can you help me|help me`,
    fortnight: `fortnight|fortnights`,
    dozen: `dozen|dozens|a dozen`,
    threeQuarters: `three quarters of a|three quarters of an|three quarters`,
    plural: `minutes|hours|days|weeks|months|years`,
    reason: `what happened|what happened to|what happened with|what s happened|what s been happening|what has happened`,
    filler: `am i|good|short|full|whole|solid|mere|little|quick|entire|brief|odd|more|or so|straight|consecutive|if you had to guess|if i had to guess|had to guess|if you had to|hazard|hazard a guess|take a guess|take a stab|wild guess|best guess|your best guess|rough|ballpark|clue|notion|inkling|hunch|suppose|imagine|call|odds|happen to|come|in your view|in your opinion|gut|humour|humor|hit me|hit me with|spare|humble|surely|hopefully|presumably|likely enough|by chance|mm|er|erm|uhm|hmmm|aprox|approx|guesstimate|sense|some sense|honest|honestly|if i buy|if i bought|if i sell|if i sold
      |if i wanted to buy|to buy|i|me|you|we|us|he|she|your|our|m|re|ve|t|d|can|could|would|please|pls|plz|pleas|kindly|tell|give|gimme|show|get|got|know|want|wanna|wants|need|like|there|here|so|well|um|uh|hmm|hm|really|quick|quickly|bro|bruh|man|dude|mate|sir|fam|friend|buddy|google|siri|alexa|eagle|eye|eagleeye|agent|think|be|being|see|look|looking|looks|find|out of curiosity|curious|wonder|wondering|with|by|as|is|are|s|let|lets|if|exactly|approximately|roughly|around|nearly
      |almost|about|very|yet|already|still|is it|it be|any|anyone|anything|say|says|said|what|which|where|how|much|many|which one|who knows|this time|same time|at this time|at the same time|at that time|time|moment|for me|to me|bring|up to date|info|information|data|details|detail|number|numbers|figure|result|answer|question|question is|tell us|display|list|fetch|pull|pull up|read|view|checking|seen|period|span|range|horizon|timeframe|time frame|window|course|duration|interval|over
      |during|throughout|across|through|for the|full|whole|entire|complete|single|piece|unit|units|apiece|amount|total|the market|market|markets|opinion|take|your take|thoughts|guess|feel|feeling|believe|reckon|hope|model|ai|bot|my|bag|hey there buddy|from|off|it s|i m|i d|i ll|idk|btw|imo|tbh|fyi|asap|hurry|simple|simply|short|brief|good|possible|possibly|maybe|perhaps|probably|supposed|able|trying|try|use|using|them all|own|having|make|makes|making|comes|coming|new|old|right|mind
      |care|kind|bit|lot|stuff|thing|things|thats|that s|other than that|gotta|aint|ain t|does it|do you|are you|have you|did you|thinking|predictably|out there|at all|so far|since then|usd price|favourite|favorite|favourites|money|true|far|close|actual|real|wrong|spot on|everyone|people|tonne|fellow|team mate|folks|guys|boss|chief|lads|mister|madam|fast|super|ultra|both of|next level|too much|im|ive|id like|i want|i would like|speaking|speak|talk|talking|asking|ask|asked|wish
      |same day|sat|s up|price wise|pricewise|each one|ones|omg|wtf|lmao|rofl|jeez|damn|ugh|yikes|argh|gosh|phew|whoa|hell|heck|freaking|bloody|grandma|lately`,
  },
}
