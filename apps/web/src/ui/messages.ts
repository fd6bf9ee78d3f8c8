export const notShown = (title: string) => `${title}: could not be shown`
