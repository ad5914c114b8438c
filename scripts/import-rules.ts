/** The rooms of the house and what each may import besides itself. Architecture, "The house". */
export const rooms: Record<string, readonly string[]> = {
  contract: [],
  server: ['contract'],
  pages: ['contract'],
  client: ['contract', 'pages'],
  ui: ['contract'],
  features: ['contract', 'pages', 'client', 'ui'],
  sections: ['contract', 'pages', 'client', 'ui', 'features'],
  plugins: ['contract', 'pages', 'client', 'ui', 'features'],
  screens: ['contract', 'pages', 'client', 'ui', 'features', 'sections', 'plugins'],
  shell: ['contract', 'pages', 'client', 'ui', 'features', 'sections', 'plugins', 'screens'],
}

/** Deliberate doors in those walls, each with its reason. */
export const doors: { from: RegExp; to: RegExp; because: string }[] = [
  {
    from: /^src\/server\/http\//,
    to: /^src\/pages\/(answer|bots|payload-path)\.ts$/,
    because: 'who serves pages must know what a page’s answer and address look like',
  },
]

/** Composition: they see both sides. Tests, measurements and tools may look at anything. */
export const isFree = (file: string) =>
  /^src\/[^/]+$/.test(file) || /^src\/cli\//.test(file) || !/^src\//.test(file)

export const isTest = (file: string) =>
  /\.test\.tsx?$/.test(file) ||
  /(^|\/)test-[^/]+\.ts$|-for-tests\.ts$/.test(file) ||
  /^(tests|e2e|bench)\/|\/fixtures\//.test(file)

/** The server's alone: all of `src/server`, and elsewhere what is called so. */
export const isServers = (file: string) =>
  /^src\/server\//.test(file) || /(^|\/)(data|server|[^/]+\.server)\.tsx?$/.test(file)

/** Made of elements, or called the browser's. */
export const isBrowsers = (file: string) =>
  !isServers(file) && (/\.(tsx|css)$/.test(file) || /(^|\/)(view|web)\.ts$/.test(file))

export const unspeaking = /(^|\/)(utils?|helpers?|common|index|misc)([./]|$)/

/** The words of each rule, as a violation shows them. */
export const words = {
  room: (from: string, to: string) =>
    from === 'contract'
      ? 'contract imports nothing of ours'
      : from === 'pages'
        ? 'pages knows no room but contract'
        : `${from} may not import ${to}: contract ← server; contract ← client, ui ← features ← sections, plugins ← screens ← shell`,
  side: 'a server file (data, server, *.server, src/server) is not for the browser’s side',
  browserInServer: 'a server file imports no browser file (view, web, .tsx, .css)',
  path: 'imports are ./file.ts or #room/file.ts; ../ stays inside its room, never ../..',
  ending: 'a relative or # import names its file with the ending',
  barrel: 'no barrel files: import from where it is',
  name: 'no files called utils, helpers, common, index or misc: name it for what it does',
  css: 'a CSS module is imported only from beside it',
  circle: (files: string[]) => `imports go in a circle: ${files.join(' → ')}`,
}
