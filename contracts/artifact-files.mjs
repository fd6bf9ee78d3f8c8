// @ts-check

const CHAIN = new URL('../packages/chain/src/', import.meta.url)

/**
 * The two generated files of a contract: its ABI, which the browser loads, and its bytecode, which only deployment does.
 *
 * @param {import('./compile.mjs').Artifact} artifact
 * @returns {{ url: URL, text: string }[]}
 */
export function artifactFiles({ name, abi, bytecode }) {
  const kebab = name.replaceAll(/(?<!^)([A-Z])/g, '-$1').toLowerCase()
  const camel = name[0]?.toLowerCase() + name.slice(1)
  const made = 'Generated from contracts/src by contracts/build.mjs'
  const entries = abi.map((entry) => `  ${JSON.stringify(entry)},\n`).join('')
  return [
    {
      url: new URL(`abi/${kebab}.ts`, CHAIN),
      text: `/** ABI of ${name}; its source documents units and rounding. ${made}. */\nexport const ${camel}Abi = [\n${entries}] as const\n`,
    },
    {
      url: new URL(`bytecode/${kebab}.ts`, CHAIN),
      text: `/** Creation code of ${name}, without constructor arguments. ${made}. */\nexport const ${camel}Bytecode =\n  '${bytecode}'\n`,
    },
  ]
}
