type ScatterText = Readonly<Record<'a' | 'b' | 'edge' | 'value', string> & { pairs: number }>

export const CORRELATION_TEXT = {
  scatter: {
    summary: ({ a, b, edge, pairs, value }: ScatterText) =>
      `Returns of ${a} across, of ${b} up, both up to ${edge}: ${pairs} pairs, correlation ${value}.`,
  },
} as const
