// @ts-check
/** `npm run build -w contracts`: compiles and writes the artifacts that the product uses, so that a start never compiles. */
import { writeFileSync } from 'node:fs'
import { artifactFiles } from './artifact-files.mjs'
import { compileContracts } from './compile.mjs'

for (const artifact of compileContracts()) {
  for (const { url, text } of artifactFiles(artifact)) writeFileSync(url, text)
  console.log(`${artifact.name.padEnd(20)} ${String(artifact.deployedBytes).padStart(6)} bytes on the chain`)
}
