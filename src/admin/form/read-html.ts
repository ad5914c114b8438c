type Policy = { createHTML: (html: string) => unknown }
let policy: Policy | undefined

/** Parsed into a document of its own, in which no script runs and nothing is loaded. */
export function readHtml(html: string): HTMLElement {
  const { trustedTypes } = window as unknown as {
    trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy }
  }
  policy ??= trustedTypes?.createPolicy('rich-text', { createHTML: (text) => text })
  return new DOMParser().parseFromString((policy ? policy.createHTML(html) : html) as string, 'text/html')
    .body
}
