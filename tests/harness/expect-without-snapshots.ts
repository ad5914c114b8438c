import { createRequire } from 'node:module'

type Context = { rawEvaluateHandle(source: string): Promise<unknown> }
type Frame = { contextCreated(world: string, context: Context): void }
type Page = { mainFrame(): Frame; reportAsNew(...args: unknown[]): Promise<void> }
type Core = { server: { Page: { prototype: Page } } }

/**
 * Playwright 1.60 to 1.65 renders the accessibility tree of the whole page at each attempt of an `expect` that waits, for the message of
 * a failure (microsoft/playwright#41098). Without it a journey takes a fifth less processor time; the tree of a page whose test fails is
 * in its `error-context.md`. There is no option, so the script that Playwright adds to pages is changed.
 */
export function expectWithoutSnapshots() {
  const { server }: Core = createRequire(import.meta.url)('playwright-core/lib/coreBundle')
  const page = server.Page.prototype
  const { reportAsNew } = page
  // The classes of frames and contexts are not exported: they are those of the first page.
  page.reportAsNew = function (...args) {
    page.reportAsNew = reportAsNew
    patchFrames(Object.getPrototypeOf(this.mainFrame()))
    return reportAsNew.apply(this, args)
  }
}

function patchFrames(frame: Frame) {
  const { contextCreated } = frame
  frame.contextCreated = function (world, context) {
    frame.contextCreated = contextCreated
    patchContexts(Object.getPrototypeOf(context))
    contextCreated.call(this, world, context)
  }
}

function patchContexts(context: Context) {
  const { rawEvaluateHandle } = context
  const start = 'ariaSnapshotForExpectFailure(element, options) {'
  context.rawEvaluateHandle = function (source) {
    if (source.includes('module.exports.InjectedScript') && !source.includes(start))
      throw new Error('This Playwright has another script for pages: see whether it needs this change')
    return rawEvaluateHandle.call(this, source.replace(start, `${start} return;`))
  }
}
