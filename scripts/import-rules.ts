/** The top folders of `src` and what each may import besides itself. Architecture, "Layout". */
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
  admin: ['contract', 'ui'],
  shell: ['contract', 'pages', 'client', 'ui', 'features', 'sections', 'plugins', 'screens'],
}

/** Deliberate exceptions to these rules, each with its reason. */
export const exceptions: { from: RegExp; to: RegExp; because: string }[] = [
  {
    from: /^(src\/plugins\/installed\.server|(src|examples)\/plugins\/[^/]+\/(server|[^/]+\.server))\.ts$/,
    to: /^src\/server\/(?!http\/)/,
    because: 'the server part of a plugin uses the same modules as domain functions; only http is above it',
  },
  {
    from: /^(src\/plugins\/installed\.admin|(src|examples)\/plugins\/[^/]+\/(admin|[^/]+\.admin))\.tsx?$/,
    to: /^src\/admin\//,
    because: 'the screens of a plugin in the back office are built from the parts of the other screens',
  },
  {
    from: /^src\/server\/http\//,
    to: /^src\/pages\/(answer|bots|payload-path)\.ts$/,
    because: 'the HTTP layer that serves pages needs the types of their replies and URLs',
  },
]

/** Composition roots, which import both sides, and tests, benchmarks and tools, which may import anything. */
export const isFree = (file: string) =>
  /^src\/[^/]+$/.test(file) || /^src\/cli\//.test(file) || !/^(src|examples\/plugins)\//.test(file)

/** The folder of the plugin that a file belongs to; undefined outside plugins. */
export const pluginOf = (file: string) => /^(?:src|examples)\/plugins\/[^/]+(?=\/)/.exec(file)?.[0]

/** The only three files that import plugins. Plugins, "Rules". */
export const isPluginList = (file: string) => /^src\/plugins\/installed\.(server|web|admin)\.ts$/.test(file)

/** The files of a plugin for the back office: `admin.tsx`, and `*.admin.tsx`, which it loads. They are in its build alone. */
export const isAdminPart = (file: string) =>
  /^(src|examples)\/plugins\/[^/]+\/(admin|[^/]+\.admin)\.tsx?$/.test(file)

/** Tests and test support, by folder or file name suffix; no shipped file matches. */
export const isTest = (file: string) =>
  /^(tests|e2e|bench)\//.test(file) || /\.test(-support)?\.tsx?$/.test(file)

/** Server-only files: all of `src/server`, and elsewhere files named `schema`, `data`, `server` or `*.server`. */
export const isServers = (file: string) =>
  /^src\/server\//.test(file) || /(^|\/)(schema|data|server|[^/]+\.server)\.tsx?$/.test(file)

/** Browser files: components, styles, and files named `view` or `web`. */
export const isBrowsers = (file: string) =>
  !isServers(file) && (/\.(tsx|css)$/.test(file) || /(^|\/)(view|web)\.ts$/.test(file))

/** The type of what a handler receives. */
export const callContext = 'src/server/platform/kernel/call-context.ts'

/** Files that may import it: `handlers.ts` of a noun, `server.ts` and `handlers.server.ts` of a plugin, and the kernel, which creates it. */
export const mayUseCallContext = (file: string) =>
  /^src\/server\/(platform\/kernel\/[^/]+|([^/]+\/)+handlers)\.ts$/.test(file) ||
  /^(src|examples)\/plugins\/[^/]+\/(server|handlers\.server)\.ts$/.test(file)

export const bannedNames = /(^|\/)(utils?|helpers?|common|index|misc)([./]|$)/

/** The message of each rule. */
export const ruleMessages = {
  room: (from: string, to: string) =>
    from === 'contract'
      ? 'contract imports no other folder of src'
      : from === 'pages'
        ? 'pages imports no folder but contract'
        : `${from} may not import ${to}: contract ← server; contract ← client, ui ← features ← sections, plugins ← screens ← shell`,
  side: 'browser code may not import a server file (data, server, *.server, src/server)',
  browserInServer: 'a server file may not import a browser file (view, web, .tsx, .css)',
  plugin:
    'only installed.server.ts, installed.web.ts and installed.admin.ts may import a plugin, and a plugin only its own files',
  adminPart:
    'files of a plugin for the back office (admin.tsx, *.admin.tsx) are imported by each other and installed.admin.ts only, and import contract, ui, admin and files of the plugin',
  path: 'imports are ./file.ts or #folder/file.ts; ../ stays inside its top folder, never ../..',
  ending: 'a relative or # import needs the file extension',
  barrel: 'no barrel files: import from the defining file',
  name: 'no files called utils, helpers, common, index or misc: name the file after its content',
  callContext:
    'only handlers may import CallContext (handlers.ts, and server.ts or handlers.server.ts of a plugin): pass db and the values that the function uses',
  test: 'a shipped file may not import from tests/, e2e/, bench/, *.test.ts or *.test-support.ts',
  css: 'a CSS module may be imported only from its own folder',
  circle: (files: string[]) => `import cycle: ${files.join(' → ')}`,
}
