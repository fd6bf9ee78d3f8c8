// @ts-check
import { cruise } from 'dependency-cruiser'
import config from '../.dependency-cruiser.mjs'
import { isMain } from './run-step.mjs'

/** Fewer modules mean that the parser read nothing, which dependency-cruiser reports as success. */
const LEAST_MODULES = 15

/**
 * Checks every import of the workspace against the direction rules.
 *
 * @param {string} root folder of the project, or of a copy
 * @returns {Promise<{ modules: number, violations: { rule: string, from: string, to: string }[] }>}
 */
export async function findViolations(root) {
  const ruleSet = { forbidden: config.forbidden }
  const { output } = await cruise(['packages', 'apps', 'e2e', 'bench'], { ...config.options, baseDir: root, ruleSet, validate: true })
  if (typeof output === 'string') throw new Error('dependency-cruiser answered text where a result was expected')
  const violations = output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
  return { modules: output.modules.length, violations }
}

async function main() {
  const { modules, violations } = await findViolations(process.cwd())
  for (const { rule, from, to } of violations) {
    const comment = config.forbidden.find(({ name }) => name === rule)?.comment ?? ''
    console.error(`${from} → ${to}\n  ${rule}: ${comment}`)
  }
  if (modules < LEAST_MODULES) console.error(`Only ${modules} modules were read: the check itself is broken`)
  console.log(`boundaries: ${modules} modules, ${violations.length} violations`)
  process.exitCode = violations.length === 0 && modules >= LEAST_MODULES ? 0 : 1
}

if (isMain(import.meta.url)) await main()
