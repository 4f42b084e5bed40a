import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe-core finds wrong with a page, with everything on it unfolded. `again`: it was looked at in other
 * colors, so that only the rules about colors can find anything new.
 */
export async function violationsOf(page: Page, { again = false } = {}): Promise<string[]> {
  await page.evaluate(`document.querySelectorAll('details').forEach((each) => (each.open = true))`)
  if (!again) await page.evaluate(axe)
  const options = { resultTypes: ['violations'], ...(again && { runOnly: colorRules }) }
  const { violations }: AxeResults = await page.evaluate(`axe.run(${JSON.stringify(options)})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary}`),
  )
}

/** How many pixels a page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
