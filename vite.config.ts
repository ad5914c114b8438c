import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig } from 'vite'
import { bareLazyImports } from './scripts/vite-plugins/bare-lazy-imports.ts'
import { LATE_STYLES, lateStyles } from './scripts/vite-plugins/late-styles.ts'
import { layerOrder } from './scripts/vite-plugins/layer-order.ts'
import { refreshOnDataChange } from './scripts/vite-plugins/refresh-on-data-change.ts'
import { serverOnly } from './scripts/vite-plugins/server-only.ts'
import { shortClassNames } from './scripts/vite-plugins/short-class-names.ts'

const root = import.meta.dirname

/** The two modules everything is built from, relative to the project. */
export type Entries = { client: string; server: string }

/** What both bundles, and development, have in common. */
export const commonConfig: InlineConfig = {
  root,
  publicDir: false,
  appType: 'custom',
  plugins: [serverOnly, bareLazyImports, layerOrder, refreshOnDataChange, react()],
}

export const clientConfig = ({ client }: Entries, outDir: string): InlineConfig => ({
  ...commonConfig,
  ...productionOnly,
  plugins: [...(commonConfig.plugins ?? []), lateStyles(stylesOfCustomers)],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    ...assetsAsFiles,
    // Two stylesheets, that of browsing and that of a customer's own pages: no page ever waits for another's.
    cssCodeSplit: false,
    // The document names a screen's chunks itself; the helper that would do it for lazy ones costs more than it saves.
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(root, client),
      output: {
        chunkFileNames,
        // React changes far less often than the shop: its own file stays in the browser's cache.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            // What every first page needs, in one file: it compresses better than ten, and one request fetches it.
            { name: 'shop', test: firstLoad, priority: 1 },
            // What is shared by a listing and its late parts: three files would say the same at their beginnings.
            {
              name: 'listing',
              test: /\/features\/catalog\/(listing-view|listing-shown|listing-url|pages-shown|focus-link|grid-columns)\./,
            },
            { name: LATE_STYLES, test: /late-styles$/ },
            // What a product's first page buys with, which late parts need too.
            { name: 'buying', test: /\/features\/(catalog\/use-variation|cart\/add-to-cart-button)\./ },
            // What comes to every page when it stands, each with all it needs: two requests instead of thirty.
            { name: 'late-parts', test: /\/src\/shell\/late-parts\./ },
            { name: 'cart-drawer', test: /\/features\/cart\/cart-drawer\./ },
          ],
        },
      },
    },
  },
})

export const serverConfig = ({ server }: Entries, outDir: string): InlineConfig => ({
  ...commonConfig,
  ...productionOnly,
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
      // One file, so that a running server needs nothing of a folder that may be built anew under it.
      output: { codeSplitting: false, entryFileNames: 'entry-server.js' },
      // `browser.tsx` is imported by views for its hooks; what it hydrates with is of no use here.
      treeshake: { moduleSideEffects: (id: string) => !id.includes('/react-dom/client') },
    },
  },
})

/** The runtime, the shell but for its late parts, and what is on home, listing and product alike. */
const firstLoad = new RegExp(
  [
    '/src/pages/(?!build-watch)',
    '/src/contract/(?!rules/|routes|late-routes|cart-routes|auth-routes|limits)',
    '/src/client/(?!heartbeat|catalogue-api|content-api|customer-api|cart-api|checkout-api|delivery-api|track-api|use-back-to-close|session-record|session-store)',
    '/src/shell/(?!late-parts|prefetch-in-view|close-notice|menu-drawer|status\\.|scroll-to-top)',
    '/src/ui/(icon|button|locale|price|picture|image-url|rating|breadcrumbs|use-alive)',
    '/src/features/catalog/(product-card|product-grid|quick-view\\.)',
    '/src/features/search/search-form',
    '/src/features/wishlist/heart-button',
    '/src/features/cart/(load-cart|open-cart-drawer|cart-of-reply)',
    '/node_modules/zustand/',
    'rolldown/runtime',
  ].join('|'),
)

/** What is only on a customer's own pages: login, account, checkout, orders, tracking. `e2e/styles.spec.ts` holds it to that. */
const stylesOfCustomers =
  /\/src\/(features\/(account|address|auth|checkout|orders|passkeys|tracking|wishlist\/wish)|screens\/(checkout-|track-order)).*\.module\.css$/

/** The policy allows no `data:` fonts, and a cached file is as good as an inlined one. Both sides must agree. */
const assetsAsFiles = { assetsInlineLimit: 0 }

/** Said here, because a server that is started without NODE_ENV must not get React's development build. */
const productionOnly: InlineConfig = {
  configFile: false,
  mode: 'production',
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  css: { modules: { generateScopedName: shortClassNames(root) } },
}

/** Chunks are called by their folder where the file's own name says nothing: all screens' are `view.tsx`. */
function chunkFileNames({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }) {
  const folder = facadeModuleId?.match(/([^/]+)\/view\.tsx$/)?.[1]
  // Seven characters are enough for files of one name, and stand two dozen times in the table of routes.
  return `assets/${folder ?? name}-[hash:7].js`
}

/**
 * React and all that is built on it, so that there is one React and it is the production build; fonts, because
 * Node cannot import CSS. Everything else stays an ordinary package.
 */
function bundledPackages() {
  const { dependencies } = readJson(join(root, 'package.json'))
  return Object.keys(dependencies).filter((name) => name.startsWith('@fontsource') || isBuiltOnReact(name))
}

function isBuiltOnReact(name: string) {
  if (name === 'react') return true
  const { dependencies, peerDependencies } = readJson(join(root, 'node_modules', name, 'package.json'))
  return 'react' in { ...dependencies, ...peerDependencies }
}

type PackageJson = { dependencies: Record<string, string>; peerDependencies?: Record<string, string> }

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as PackageJson

// For development and for tests, which read this file by themselves.
export default defineConfig({
  ...commonConfig,
  optimizeDeps: { include: ['react', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client'] },
})
