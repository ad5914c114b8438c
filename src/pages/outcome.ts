/** Answers with an error page inside the shell. Without a message, the runtime uses the status's own. */
export class PageFailure extends Error {
  override readonly name = 'PageFailure'
  readonly status: number

  constructor(status: number, message = '') {
    super(message)
    this.status = status
  }
}

/** Answers with a redirect. */
export class Redirect extends Error {
  override readonly name = 'Redirect'
  readonly location: string
  readonly status: number

  constructor(location: string, status = 302) {
    super(`to ${location}`)
    this.location = location
    this.status = status
  }
}

/**
 * Redirects the visitor, from a screen's `load` or from a guard.
 * @throws {Redirect} always.
 */
export function redirect(location: string, status = 302): never {
  throw new Redirect(location, status)
}

/**
 * Ends the page as not found. Without a message it reads `Page Not Found: {path}` (spec §8).
 *
 * @throws {PageFailure} always, 404.
 */
export function notFound(message?: string): never {
  throw new PageFailure(404, message)
}

// By name instead of class: the API's errors may come from a second copy of this module outside the page
// bundle.
export const isPageFailure = (thrown: unknown): thrown is PageFailure =>
  thrown instanceof Error && thrown.name === 'PageFailure'

export const isRedirect = (thrown: unknown): thrown is Redirect =>
  thrown instanceof Error && thrown.name === 'Redirect'
