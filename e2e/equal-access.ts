import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const engine = readFileSync(
  createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'),
  'utf8',
)

/** What the engine reports although WCAG 2.2 allows it, by rule and the markup concerned. */
const exceptions: { rule: string; markup: RegExp; because: string }[] = [
  {
    rule: 'aria_form_label_unique',
    markup: /^<form(?![^>]*aria-label)/,
    because: 'a form without a name is no landmark',
  },
  {
    rule: 'aria_article_label_unique',
    markup: /^<article/,
    because: 'an article is no landmark; its heading names it',
  },
  {
    rule: 'input_label_exists',
    markup: /^<select [^>]*name="sort"/,
    because: 'on phones its label is clipped, which the engine takes for hidden; axe and browsers do not',
  },
  {
    rule: 'input_autocomplete_valid',
    markup: /^<input [^>]*type="email"/,
    because: 'HTML allows "username" for the type "email"',
  },
]

/** The failures of WCAG 2.2 that IBM's Equal Access engine finds beside axe, without the exceptions above. */
export async function equalAccessFaults(page: Page): Promise<string[]> {
  // Evaluated by the debugger, because the shop's policy allows no other scripts.
  await page.evaluate(`${engine};window.equalAccess = ace`)
  const faults = await page.evaluate(async () => {
    const { equalAccess } = window as unknown as { equalAccess: EqualAccess }
    const { results } = await new equalAccess.Checker().check(document, ['WCAG_2_2'])
    return results
      .filter(({ value }) => value.join() === 'VIOLATION,FAIL')
      .map(({ ruleId, message, snippet }) => ({ rule: ruleId, message, markup: snippet }))
  })
  return faults
    .filter(
      (fault) => !exceptions.some(({ rule, markup }) => rule === fault.rule && markup.test(fault.markup)),
    )
    .map(({ rule, message, markup }) => `${rule}: ${message} at ${markup.slice(0, 200)}`)
}

type Result = { ruleId: string; value: [string, string]; message: string; snippet: string }
type EqualAccess = {
  Checker: new () => { check: (node: Document, guidelines: string[]) => Promise<{ results: Result[] }> }
}
