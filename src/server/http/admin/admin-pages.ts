import { html } from '#server/platform/notify/escape-html.ts'

/** What the server needs to know of a build of the back office; `dist/admin/build.json`. */
export type AdminBuild = { script: string; styles: string[]; preloads: string[] }

/** The shop's fonts; the tokens and all other styles are in the build. */
const fonts = [
  ['Figtree', 'figtree-latin-wght-normal', '300 900'],
  ['Fraunces', 'fraunces-latin-wght-normal', '100 900'],
]
  .map(
    ([family, file, weights]) =>
      `@font-face{font-family:${family};src:url(/fonts/${file}.woff2) format('woff2');font-weight:${weights};font-display:swap}`,
  )
  .join('')

/** The document of the back office: its script draws everything, after it has requested who is signed in. */
export function adminPage({ script, styles, preloads }: AdminBuild, nonce: string): string {
  return html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>Back office</title>
<style nonce="${nonce}">${{ markup: fonts }}</style>
${styles.map((href) => html`<link rel="stylesheet" href="/admin/${href}">`)}
${preloads.map((href) => html`<link rel="modulepreload" href="/admin/${href}" nonce="${nonce}">`)}
<script type="module" src="/admin/${script}" nonce="${nonce}"></script>
</head>
<body>
<div id="admin"></div>
<noscript>The back office needs JavaScript.</noscript>
</body>
</html>`.markup
}

/** Shown while the back office is being built; it loads itself again, without a script. */
export function buildingPage({ error }: { error: boolean }): string {
  const text = error
    ? 'The back office could not be built. The terminal of the shop says why.'
    : 'The back office is being prepared. This takes a few seconds, once.'
  return html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
${error ? html`` : html`<meta http-equiv="refresh" content="2">`}
<title>Back office</title>
</head>
<body><main><h1>Back office</h1><p role="status">${text}</p></main></body>
</html>`.markup
}

/**
 * The back office's own policy: scripts and styles by nonce, or from the build's files; nothing from elsewhere, no frames
 * around it, the storefront alone within it, and no text that becomes script.
 */
export const adminPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    // Videos of the media library.
    "media-src 'self'",
    // The storefront, in the page editor.
    "frame-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
