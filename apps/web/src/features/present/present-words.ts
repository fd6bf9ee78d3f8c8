/** Every sentence of present. */
export const PRESENT_WORDS = {
  shared: {
    charts: 'Charts',
  },
  changeFigure: {
    noPriceAgo: (span: string) => `There is no price from ${span} ago`,
  },
  chartCoins: {
    coinsChart: 'Coins with a chart',
    remove: (symbol: string) => `Remove ${symbol}`,
    addACoin: 'Add a coin',
    choose: 'Choose…',
    atMostCoins: (most: number) => `At most ${most} coins.`,
  },
  coinScene: {
    noForecast: (symbol: string) => `There is no forecast for ${symbol}.`,
    cap: 'Cap',
    noPriceReceived: 'no price has been received yet',
    loadingTheChart: 'Loading the chart',
  },
  forecastLine: {
    loadingForecast: (symbol: string) => `Loading the forecast for ${symbol}…`,
    noForecastYet: 'No forecast yet.',
    forecastFailed: 'The forecast could not be loaded.',
    in: (hours: string, time: string) => `In ${hours}, ${time}`,
    to: 'to',
    made: '· made',
  },
  heatMap: {
    mapLabel: (text: string) => `Coins by market cap, with their change over ${text}`,
  },
  mapLegend: {
    sizeMarketCap: (text: string) => `Size: market cap${text}.`,
    atTodaysSupply: ' at today’s supply',
    tilesOfSameSize: 'All tiles have the same size.',
    colourChangeOver: 'Colour: change over',
    notShown: (capless: number) => ` Not shown, market cap not known: ${capless}.`,
    notKnown: 'not known',
  },
  mapTile: {
    stalePrice: ', stale price',
  },
  moversScene: {
    gainers: 'Gainers',
    noGainers: (text: string) => `No coin has risen over ${text}.`,
    losers: 'Losers',
    noLosers: (text: string) => `No coin has fallen over ${text}.`,
    notRanked: ({ unknown, coins, span }: { unknown: number; coins: number; span: string }) =>
      `${unknown} of ${coins} coins ${unknown === 1 ? 'has' : 'have'} no current price or none from ${span} ago, and ${unknown === 1 ? 'is' : 'are'} not ranked.`,
  },
  page: {
    present: 'Present',
  },
  scene: {
    loadingTheMarket: 'Loading the market',
    marketFailed: 'The market could not be loaded',
  },
  secondsField: {
    secondsPerScene: 'Seconds per scene',
    wholeNumber: (least: number, most: number) => `A whole number from ${least} to ${most}.`,
  },
  steps: {
    heatMap: 'Heat map',
    selectedCoin: 'Selected coin',
    movers: 'Movers',
  },
  tickerTape: {
    tickerTape: 'Ticker tape',
  },
  tiles: {
    otherCoins: 'Other coins',
  },
  wallControls: {
    wallboard: 'Wallboard',
    back: 'Back',
    resume: 'Resume',
    pause: 'Pause',
    space: 'Space',
    next: 'Next',
    settings: 'Settings',
    fullscreen: 'Fullscreen',
    exit: 'Exit',
  },
  wallHead: {
    noPriceYet: 'no price yet',
    ageNotKnown: 'age not known',
    stalePrices: 'STALE PRICES.',
  },
  wallProgress: {
    scene: 'Scene',
    of: (index: number, count: number, text: string) => `${index} of ${count}${text}`,
  },
  wallSettings: {
    screenAwake: 'The screen stays awake while the wallboard is open.',
    screenMaySleep: 'The screen may go to sleep: the browser did not keep it awake.',
    cannotKeepAwake: 'This browser cannot keep the screen awake. Change the sleep settings of this device instead.',
    wallboardSettings: 'Wallboard settings',
    scenes: 'Scenes',
    pace: 'Pace',
    heatMapColour: 'Heat map colour',
    changeOver: (text: string) => `Change over ${text}`,
    tileSize: 'Tile size',
    marketCap: 'Market cap',
    sameSize: 'Same size',
    keepIndustriesTogether: 'Keep industries together',
    coinCount: 'Coins on heat map and ticker',
    largest: (count: number) => `Largest ${count}`,
    moversPeriod: 'Movers period',
    atLeastOneNeeded: 'At least one is needed.',
    atLeastOneReason: 'at least one is needed',
  },
  wall: {
    paused: 'Paused',
    market: (text: string) => `Market, ${text}`,
    movers: (text: string) => `Movers, ${text}`,
  },
} as const
