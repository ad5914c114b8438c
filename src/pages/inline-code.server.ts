/** Texts of the executable inline scripts in HTML (data blocks such as JSON-LD are not executable). */
export const inlineScriptsOf = (html: string) =>
  [...html.matchAll(/<script\b([^<>]*)>([\s\S]*?)(?:<\/script>|$)/gi)]
    .filter(([, attributes = '']) => !/\bsrc\s*=|type\s*=\s*["']?application\//i.test(attributes))
    .map(([, , text = '']) => text)

export const inlineStylesOf = (html: string) =>
  [...html.matchAll(/<style\b[^<>]*>([\s\S]*?)(?:<\/style>|$)/gi)].map(([, text = '']) => text)

/** Adds the nonce to the page's styles, so that the policy allows them. */
export const withStyleNonce = (html: string, nonce: string | undefined) =>
  nonce ? html.replace(/<style\b/gi, `<style nonce="${nonce}"`) : html
