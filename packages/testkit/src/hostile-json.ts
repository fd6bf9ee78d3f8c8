import fc from 'fast-check'

/** Bracket depth; 60 kB, just below the limit of a message or body. */
const DEEPEST = 30_000
const nest = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth)
const repeated = (text: string, count: number): string => JSON.stringify(text.repeat(count))

/** Numbers at and beyond limits, as text because parsing would lose most of them. */
const NUMBERS = [
  '0',
  '-0',
  '-1',
  '0.1',
  '1e-400',
  '5e-324',
  '1e308',
  '1e400',
  '-1e400',
  '2147483648',
  '9007199254740993',
  '123456789012345678901234567890',
  '1.7976931348623159e308',
]

/** Text with special meaning to a parser, database, shell, page or terminal. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'BTC\u0000',
  '\ud800',
  '\udfff\ud800',
  '\u001b[2J',
  '\r\nSet-Cookie: a=b',
  '\u202eBTC\u2066',
  '\u200b\ufeff',
  '👩‍👩‍👧‍👦'.repeat(20),
  'Z\u0351\u036b\u0343'.repeat(100),
  'ı İ ß ﬁ',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1; --",
  '{{7*7}}<%= 7*7 %>',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  '[object Object]',
  '0x',
  '-1',
  '1e9',
  '٣',
].map((text) => JSON.stringify(text))

/** Values that look different once parsed. */
const OBJECTS = [
  'null',
  'true',
  'false',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"valueOf":null,"toJSON":"x"}',
  '{"toJSON":{"call":{}}}',
  '{"then":"x","catch":1}',
  '{"length":1e9}',
  '{"0":"B","1":"T","2":"C","length":3}',
  '{"$gt":""}',
  '{"_placeholder":true,"num":0}',
  '{"_placeholder":true,"num":-1}',
  '{"type":"Buffer","data":[1,2,3]}',
  '{"":""}',
  '{"a":1,"a":2}',
]

const LARGE = [
  repeated('x', 5_000),
  repeated('x', 45_000),
  repeated('ﷺ', 4_000),
  repeated('a\u0301', 4_000),
  repeated('9', 4_000),
  repeated('( ', 10_000),
  `[${'0,'.repeat(5_000)}0]`,
  `[${'{},'.repeat(5_000)}{}]`,
  `{${Array.from({ length: 2_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
  nest('[', ']', 100),
  nest('[', ']', 2_000),
  nest('[', ']', DEEPEST),
  `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
  `${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`,
]

/** JSON text no client sends: extreme numbers, injections, prototypes, deep nesting. Text: `1e400` does not survive `JSON.stringify`. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...OBJECTS) },
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 2, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.constantFrom(...LARGE) },
)

/** Invalid JSON that starts like valid JSON. */
export const brokenJson: fc.Arbitrary<string> = fc.oneof(
  fc
    .constantFrom('{', '[', '"', '{"a"', '{"a":}', '[1,]', '{a:1}', "{'a':1}", 'NaN', 'undefined', '\ufeff{}', '{}{}', '\u0000', '1e', '[')
    .map((text) => text),
  fc.constantFrom('['.repeat(DEEPEST), '{"a":'.repeat(10_000), `"${'\\u00'.repeat(500)}`),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** JSON text of `count` (at least 1) nested brackets. */
export const nestedJson = (count: number): string => nest('[', ']', count)
