type Policy = { createHTML: (html: string) => string }
declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy }
  }
}
let policy: Policy | undefined

/** Parsed into a document of its own, in which no script runs and nothing is loaded. */
export function readHtml(html: string): HTMLElement {
  policy ??= window.trustedTypes?.createPolicy('rich-text', { createHTML: (text) => text })
  return new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, 'text/html').body
}
