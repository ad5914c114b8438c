import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Page, test } from '@playwright/test'

let saved = 0

/** Keeps a document for the gate's step `html`, which checks those of all walks in one run (`scripts/check-html.ts`). */
export function keepHtml(html: string) {
  const folder = process.env.HTML_DIR
  if (!folder) return
  saved += 1
  const { project, title, workerIndex } = test.info()
  const name = `${project.name} ${title.slice(0, 60)} ${workerIndex}-${saved}`.replaceAll(/[^\w,-]+/g, ' ')
  writeFileSync(join(folder, `${name}.html`), html)
}

/**
 * Landmarks with the role and the name of another one: a list of landmarks does not tell them apart. axe counts it as moderate and
 * as no rule of WCAG, so that `seriousFaults` leaves it out.
 */
export async function repeatedLandmarks(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withRules(['landmark-unique'])
    .analyze()
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ target, html }) => `${target}: ${html.slice(0, 120)}`),
  )
}

/** The serious and critical axe violations of the current page, with their locations; `except` leaves parts out. */
export async function seriousFaults(page: Page, { except }: { except?: string } = {}) {
  keepHtml(await page.content())
  // Elements under a sticky bar are not hidden, only not scrolled to.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('body *:not(dialog)'))
      if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) one.style.position = 'static'
  })
  // A colour is measured as it is at that moment, also in the middle of a transition.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )
  // Otherwise each analysis opens a page of its own, for frames of other origins, which takes twice as long as all the rest.
  const builder = new AxeBuilder({ page })
  if (except !== undefined) builder.exclude(except)
  const { violations } = await builder
    .setLegacyMode()
    // Details of what passes take a third of the time of an analysis.
    .options({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    })
    .analyze()
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('body *:not(dialog)'))
      if (one.style.position === 'static') one.style.position = ''
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
    )
}
