/** Texts of a piece of HTML's inline scripts that run (data such as JSON-LD does not). */
export const inlineScriptsOf = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\bsrc\s*=|type\s*=\s*["']?application\//i.test(attributes))
    .map(([, , text = '']) => text)

export const inlineStylesOf = (html: string) =>
  [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, text = '']) => text)

/** Lets the page's styles pass a policy that names a nonce. Scripts are ours alone to let pass. */
export const withStyleNonce = (html: string, nonce: string | undefined) =>
  nonce ? html.replace(/<style\b/gi, `<style nonce="${nonce}"`) : html
