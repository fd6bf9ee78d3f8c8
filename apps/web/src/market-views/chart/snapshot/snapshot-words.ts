// Every sentence of the chart's picture.

// snapshot
export const imageFailed = 'This browser could not create the image.'
export const imageFooter = (source: string, text: string) => `${source} · ${text} · Aerie`
export const marketTimeNotKnown = 'time of the market not known'
