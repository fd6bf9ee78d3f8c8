type ScatterWords = Readonly<Record<'a' | 'b' | 'edge' | 'value', string> & { pairs: number }>

export const CORRELATION_WORDS = {
  scatter: {
    summary: ({ a, b, edge, pairs, value }: ScatterWords) =>
      `Returns of ${a} across, of ${b} up, both up to ${edge}: ${pairs} pairs, correlation ${value}.`,
  },
} as const
