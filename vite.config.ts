import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig } from 'vite'
import { asciiOnly } from './scripts/vite-plugins/ascii-only.ts'
import { externalPlugins } from './scripts/vite-plugins/external-plugins.ts'
import { LATE_STYLES, lateStyles } from './scripts/vite-plugins/late-styles.ts'
import { layerOrder } from './scripts/vite-plugins/layer-order.ts'
import { lazyImports } from './scripts/vite-plugins/lazy-imports.ts'
import { namedBreakpoints } from './scripts/vite-plugins/named-breakpoints.ts'
import { noTopLevelAwait } from './scripts/vite-plugins/no-top-level-await.ts'
import { partGroups } from './scripts/vite-plugins/part-groups.ts'
import { refreshOnDataChange } from './scripts/vite-plugins/refresh-on-data-change.ts'
import { serverOnly } from './scripts/vite-plugins/server-only.ts'
import { shortClassNames } from './scripts/vite-plugins/short-class-names.ts'
import { sourceLocations } from './scripts/vite-plugins/source-locations.ts'
import { terser } from './scripts/vite-plugins/terser.ts'

const root = import.meta.dirname

/**
 * The modules everything is built from, relative to the project. `program`: the process that serves the pages; `worker`: the service
 * worker.
 */
export type Entries = { client: string; server: string; program?: string; worker?: string }

/** Without the report of slow plugins, which a start on a busy machine would print. */
const withoutTimings = { checks: { bundlerTimings: false } }

/** What both bundles, and development, have in common. */
export const commonConfig: InlineConfig = {
  root,
  publicDir: false,
  appType: 'custom',
  plugins: [
    externalPlugins(),
    serverOnly,
    lazyImports,
    namedBreakpoints,
    layerOrder,
    refreshOnDataChange,
    react(),
  ],
}

export const clientConfig = ({ client }: Entries, outDir: string): InlineConfig => ({
  ...commonConfig,
  ...productionOnly,
  plugins: [...(commonConfig.plugins ?? []), lateStyles(lateStylesOf), noTopLevelAwait, terser],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    ...assetsAsFiles,
    // Two stylesheets, one for browsing and one for everything else, so that no page waits for styles of other pages.
    cssCodeSplit: false,
    // The document links a screen's chunks itself; Vite's preload helper for lazy chunks costs more than it saves.
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      ...withoutTimings,
      input: join(root, client),
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        chunkFileNames,
        codeSplitting: {
          // Only what the module graph cannot know; no file is named, so a renamed file never changes what is loaded first.
          groups: [
            // React changes far less often than the shop: its own file stays in the browser's cache.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            // What the entry imports statically: every page starts with it.
            { name: 'shop', tags: ['$initial'], priority: 1 },
            // Identified by its name in the manifest: documents of chunks that import it link the late stylesheet.
            { name: LATE_STYLES, test: /^\0virtual:late-styles$/ },
            // Home, listings and products show cards: one file instead of eight.
            { name: 'card', test: /\/src\/(features\/card\/(?!card\.)|ui\/card\.)/ },
            // Smaller than a file of their own each.
            { name: 'small', test: /\/src\/(ui\/breadcrumbs|contract\/posted-form)\./ },
            ...partGroups(root, FIRST_SCREENS),
          ],
        },
      },
    },
  },
})

/** Their first load has a budget. Performance row 1. */
const FIRST_SCREENS = ['home', 'shop', 'category', 'collection', 'search', 'product', 'cart'].map(
  (screen) => `screens/${screen}/view.tsx`,
)

/** One file without imports, because the server writes its settings in front (`src/server/http/pages/offline-page.ts`). */
export const workerConfig = (entry: string, outDir: string): InlineConfig => ({
  root,
  publicDir: false,
  appType: 'custom',
  ...productionOnly,
  build: {
    outDir,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      ...withoutTimings,
      input: join(root, entry),
      output: { format: 'iife', entryFileNames: 'worker.js' },
    },
  },
})

export const serverConfig = ({ server }: Entries, outDir: string): InlineConfig => ({
  ...commonConfig,
  ...productionOnly,
  plugins: [...(commonConfig.plugins ?? []), asciiOnly],
  ssr: { noExternal: bundledPackages() },
  build: {
    ...assetsAsFiles,
    ssr: join(root, server),
    outDir,
    emptyOutDir: true,
    minify: true,
    target: 'node22',
    reportCompressedSize: false,
    rolldownOptions: {
      ...withoutTimings,
      // One file, so that a running server does not depend on a folder that may be rebuilt.
      output: { codeSplitting: false, entryFileNames: 'entry-server.js' },
      // Views import `browser.tsx` for its hooks; the server does not need its hydration code.
      treeshake: { moduleSideEffects: (id: string) => !id.includes('/react-dom/client') },
    },
  },
})

/**
 * The program in some eighty files instead of the 1,100 of its sources, with all packages left outside. For `dist/program` only.
 * ADR 0004.
 */
export const programConfig = (entry: string, outDir: string): InlineConfig => ({
  root,
  publicDir: false,
  appType: 'custom',
  configFile: false,
  mode: 'production',
  logLevel: 'warn',
  plugins: [sourceLocations(root), asciiOnly],
  // 255 files; a start needs a few functions of them. It has no state, and nothing outside the program uses it.
  ssr: { noExternal: ['kysely'] },
  build: {
    ssr: join(root, entry),
    outDir,
    emptyOutDir: true,
    minify: false,
    target: 'node22',
    reportCompressedSize: false,
    rolldownOptions: {
      ...withoutTimings,
      // Errors are recognised by the names of their classes.
      output: {
        ...{ keepNames: true, entryFileNames: PROGRAM_FILE, chunkFileNames: '[name]-[hash].js' },
        // White space and comments would stay in memory with the source.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
})

export const PROGRAM_FILE = 'vitrine.js'

/** The back office: an application of its own, whose build shares no file with the shop's. ADR 0043. */
export const adminConfig = (entry: string, outDir: string): InlineConfig => ({
  root,
  publicDir: false,
  appType: 'custom',
  base: '/admin/',
  ...productionOnly,
  plugins: [externalPlugins(), namedBreakpoints, layerOrder, react()],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    ...assetsAsFiles,
    // One stylesheet: the policy allows no style that a script adds.
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      ...withoutTimings,
      input: join(root, entry),
      output: { chunkFileNames: 'assets/[name]-[hash:7].js' },
    },
  },
})

/**
 * Styles of customer pages (login, account, cart, checkout, orders, tracking), of the blog, and of the sections that are a chunk of their
 * own (`sections/further`). `e2e/styles.spec.ts` checks that first pages use none of them.
 */
const lateStylesOf = new RegExp(
  `/src/(${[
    'features/(account|address|auth|checkout|orders|passkeys|tracking)/',
    'features/blog/(post-body|share-links)',
    // A cart with items links the second stylesheet (`checkout-steps.tsx`), and the drawer loads it.
    'features/cart/(?!add-to-cart-button)',
    'features/consent/',
    'plugins/abandoned-cart/',
    'plugins/gift-card/',
    'plugins/product-customisation/',
    'plugins/review/review-(form|panel)',
    'plugins/store-credit/',
    'plugins/wishlist/wishlist-(card|panel)',
    'features/product/(zoom-dialog|quick-view-dialog)',
    'features/search/search-suggestions',
    'screens/(blog-|cart/|checkout-|track-order)',
    'shell/(live-edit/|menu-(drawer|panel))',
    'sections/further/',
    'ui/(otp-input|radio-cards)',
  ].join('|')}).*\\.module\\.css$`,
)

/** The content security policy allows no `data:` fonts, and a file can be cached. Both bundles must use the same value. */
const assetsAsFiles = { assetsInlineLimit: 0 }

/** Set at build time, because a server started without NODE_ENV must not use React's development build. */
const productionOnly: InlineConfig = {
  configFile: false,
  mode: 'production',
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  css: { modules: { generateScopedName: shortClassNames(root) } },
}

/** Names the chunk of a `view.tsx` after its folder, because all screens use that file name, and a group of some screens after itself. */
function chunkFileNames({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }) {
  const folder = facadeModuleId?.match(/([^/]+)\/view\.tsx$/)?.[1]
  // Seven characters are unique enough per name, and the route table contains each name.
  return `assets/${folder ?? name.replace(/~.*/, '')}-[hash:7].js`
}

/**
 * Packages to bundle: React and all packages that depend on it, so that there is one React in its production build, fonts, because
 * Node cannot import CSS, and the browser half of passkeys, since the server runs nothing of it. All others stay external.
 */
function bundledPackages() {
  const { dependencies } = readJson(join(root, 'package.json'))
  return Object.keys(dependencies).filter(
    (name) => name.startsWith('@fontsource') || name === '@simplewebauthn/browser' || isBuiltOnReact(name),
  )
}

function isBuiltOnReact(name: string) {
  if (name === 'react') return true
  const { dependencies, peerDependencies } = readJson(join(root, 'node_modules', name, 'package.json'))
  return 'react' in { ...dependencies, ...peerDependencies }
}

type PackageJson = { dependencies: Record<string, string>; peerDependencies?: Record<string, string> }

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as PackageJson

// For the development server and Vitest, which read this file themselves.
export default defineConfig({
  ...commonConfig,
  optimizeDeps: { include: ['react', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client'] },
})
