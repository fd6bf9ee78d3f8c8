// @ts-check
/** `npm run gas -w contracts`: writes the gas cost of each action to .gas-snapshot, which the tests compare with. */
import { writeFileSync } from 'node:fs'
import { gasLines, SNAPSHOT } from './gas-snapshot.mjs'
import { runForge } from './run-forge.mjs'

const lines = gasLines(await runForge({ args: ['--match-contract', 'GasTests'] }))
writeFileSync(SNAPSHOT, `${lines.join('\n')}\n`)
console.log(lines.join('\n'))
