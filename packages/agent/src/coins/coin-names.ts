import type { AgentLanguage } from '../concepts.ts'

/** Aliases by symbol, separated by `|`. Symbols missing from the catalogue are ignored. */
export const COIN_ALIASES: Readonly<Record<string, string>> = {
  BTC: `btc|bitcoin|xbt|₿|bit coin|btcoin|bitcoins|sats|satoshis|bitcoinu|btcs|биткоин|биткойн|биткоина|биткойна|биткоину|биткоином|биткоине|биткоины|биткоинов|битка|биток|биткойну|бтс|бтц|битк|比特币|比特幣|大饼|大餅`,
  ETH: `ether|ethers|etherium|etherum|etherem|eth2|ethereums|ξ|эфир|эфира|эфиру|эфиром|эфире|эфириум|эфириума|эфириуму|этериум|этериума|эфириуме|эфириумом|етх|以太坊|以太币|以太|以太幣|姨太`,
  USDT: 'tether usd|usd tether|тезер|тетер|泰达币|泰達幣',
  XRP: 'ripple|ripples|xpr|xrp ledger|рипл|рипла|риплу|риппл|риппла|рипле|риплом|瑞波币|瑞波|瑞波幣',
  BNB: 'binance coin|binance|binancecoin|build and build|бинанс коин|бинанс|бнб|币安币|幣安幣',
  SOL: 'sol|сол|solanas|солы|солана|солану|соланы|солане|соланой|соле|солу|索拉纳|索拉納',
  USDC: 'usd coin|circle usd',
  DOGE: `doge|dogecoins|doge coin|dodgecoin|dogi|догикоин|догикоина|догикоину|догикоине|доги|доге|догкоин|додж|доджкоин|додж коин|доджкоина|狗狗币|狗狗幣|狗币`,
  TRX: 'tron|трон|трона|波场|波場|波场币',
  ADA: 'cardona|cardano ada|кардано|ада|艾达币|卡尔达诺|艾達幣',
  HYPE: 'hyper liquid|hyperliquid hype',
  LINK: 'chain link|chainlink link|чейнлинк|чейн линк|линк',
  XLM: 'stellar lumens|stelar|steller|lumens|lumen|xlm|стеллар|恒星币|恆星幣',
  BCH: 'bitcoincash|bcash|bitcoin cash bch|биткоин кэш|биткоин кеш|比特币现金|比特幣現金',
  SUI: 'sui network|sui coin|суи',
  AVAX: 'avax|avalanch|avalanches|авакс|аваланч|雪崩|雪崩币',
  LTC: 'lite coin|litcoin|light coin|лайткоин|лайткоина|лайткоину|лайт|莱特币|莱特幣|萊特幣|莱特',
  HBAR: 'hedera hashgraph|hbars|hashgraph|хедера',
  SHIB: 'shiba|shib|shibainu|shiba coin|шиба|шибу|шиба ину|柴犬币|柴犬|屎币',
  XMR: 'monaro|монеро|门罗币|門羅幣',
  TON: 'the open network|telegram coin|ton coin|toncoins|тонкоин|тон|тона|тонкоина|吨币',
  CRO: 'crypto com coin|crypto com|cronos coin',
  DOT: 'polka dot|dots|полкадот|полькадот|波卡|波卡币',
  ZEC: 'z cash|zec|大零币|зикеш',
  TAO: 'bit tensor',
  UNI: 'uni swap|uniswap uni|юнисвап|优尼',
  PEPE: 'pepe coin|pepecoin|pepe the frog|пепе|佩佩|青蛙币',
  NEAR: 'near protocol|nearprotocol|near coin',
  ETC: 'ether classic|ethereum classics|эфир классик|эфириум классик|以太经典|以太坊经典',
  APT: 'aptos coin',
  POL: 'matic|polygon|polygon matic|polygon ecosystem token|полигон|马蹄',
  WLD: 'world coin',
  ARB: 'arbitrum one|арбитрум',
  ICP: 'internet computer protocol|dfinity',
  ATOM: 'cosmos atom|atoms|cosmos hub|космос|阿童木',
  VET: 've chain|vechain thor|唯链',
  FIL: 'file coin|файлкоин|filecoins',
  RENDER: 'rndr|render network|render token',
  QNT: 'quant network',
  TRUMP: 'trump coin|official trump|trump token|trump meme|трамп коин|特朗普币',
  JUP: 'jupiter exchange',
  INJ: 'injective protocol',
  STX: 'stx',
  TIA: 'celestia tia',
  FET: 'fetch ai|fetch|fetchai|asi|artificial superintelligence|asi alliance|fetch ai token',
  IMX: 'immutable x|immutablex',
  LDO: 'lido|lido finance',
  CRV: 'curve|curve finance|curve dao token',
  GRT: 'thegraph|graph protocol|graph token',
  IP: 'story protocol|story ip|ip token|story network',
  FLOKI: 'floki inu',
  SPX: 'spx 6900|spx6900|s p 6900',
  FARTCOIN: 'fart coin|fart',
  WIF: 'dog wif hat|dogwif hat|dog with hat|wif hat|dog wifhat|dogwithat',
  VIRTUAL: 'virtuals|virtual protocol',
  PYTH: 'pyth',
  CAKE: 'pancake swap|pancake',
  ENS: 'ens domains|ethereum name services',
  SAND: 'sandbox|sandbox token|sand token',
  GALA: 'gala games|gala coin',
  THETA: 'theta token|theta fuel',
  RUNE: 'thor chain|thorchain rune',
  COMP: 'compound finance|compound comp',
  DYDX: 'dy dx',
  SNX: 'synthetix',
  ETHFI: 'ether fi|etherfi',
  AKT: 'akash',
  IO: 'io net|ionet',
  VVV: 'venice|venice ai',
  ATH: 'aethir token',
  POPCAT: 'pop cat',
  MOG: 'mog',
  MEW: 'cats in a dogs world|cat in a dog s world|cat in dogs world',
  PNUT: 'peanut|peanut squirrel|p nut',
  GOAT: 'goatseus|goat token|goat coin',
  MOODENG: 'moo deng coin|moodeng',
  BOME: 'book of memes',
}

/** Names that are ordinary words in some languages only. */
export const ORDINARY_IN: Readonly<Record<string, readonly AgentLanguage[]>> = {
  sol: ['es', 'pt', 'fr'],
  tia: ['es', 'pt', 'it'],
  algo: ['es', 'pt'],
  fil: ['fr'],
  pol: ['de', 'fr'],
  sei: ['de', 'it', 'pt'],
  sui: ['it'],
  gala: ['de', 'es', 'fr', 'it'],
}

/** Ordinary words among symbols, names and aliases: coins only by position (coin-mentions.ts). `_` is a space. */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  `etc link dot dots sand cake ray grass turbo story flare compound render optimism goat rune runes virtual virtuals trump hype stacks quant stellar
  mantle cosmos gala comp uni atom atoms ton mew mog ath ens arb jup apt near op ip io id one gas flow ape golem venice
  peanut curve lido fetch graph fart asi the_graph the_sandbox sandbox jupiter thor ena tao pendle akash just people super portal blur ace high prime
  mask bat cat dog moon safe magic waves dash wave move zero world polygon pancake luna terra ripples lumen lumens immutable ondo
  kas axl beam bone band chess city core cow dent dia drop dusk edge fun gods hard hive hook hot jam joe key lit lever mana mass mix mob mom mint nest
  ocean orca order pixel pond power pros push rad rare real req rose sage saga sign silo slp snow sonic spell star sun sweet sync theta time token trac
  trade trust tribe unity usual vibe wax win wing wow yes you binance circle boba ant any audio bal bar bake bond dar data elf epic farm for front fuel
  ice leo math meme mode mother nano neo pay pirate quick raw ren seed shell soul swap via лайт тон трон линк трона тона ада 柴犬 雪崩 полигон`
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' ')),
)

/** Real words one typo away from a coin name; never corrected. */
export const WORDS_NEAR_NAMES: ReadonlySet<string> = new Set(
  `either together satoshi bash magic chaining chained inet injection injecting inactive toolchain haven apos telegraph synthetic chronos poke matin morph morphs
  ethereal immutably weather feather leather whether other solar solace salon polar stella stellate casino karma carbon cardio triple cripple
  money honor dinero unique universe unity peeps paper people doggy share shirt ship tender renter vendor candle sandal handle`.split(
    /\s+/,
  ),
)
