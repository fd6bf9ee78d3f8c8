// Every sentence of the chart's picture.

// snapshot
export const browserCreateImage = 'This browser could not create the image.'
export const aerie = (source: string, text: string) => `${source} · ${text} · Aerie`
export const timeMarketKnown = 'time of the market not known'
