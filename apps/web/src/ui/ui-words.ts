export const partNotShown = (title: string) => `${title}: could not be shown`
