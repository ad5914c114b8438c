import '#ui/base.css'
import './admin/layout/page.css'
import { createRoot } from 'react-dom/client'
import { installAdminPlugins } from './admin/admin-plugin.ts'
import { StartBoundary, watchMissingFiles } from './admin/parts/failure.tsx'
import { Start } from './admin/start.tsx'
import { reloadOnce } from './pages/chunk-reload.ts'
import { installedAdminPlugins } from './plugins/installed.admin.ts'

// The policy forbids code from text. Modules with schemas load in any order: zod reads this before the first of them.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

watchMissingFiles(reloadOnce)
installAdminPlugins(installedAdminPlugins)

// The token signs in once: it must not stay in the address, the history or a bookmark.
const { pathname, searchParams } = new URL(location.href)
const token = searchParams.get('token')
if (pathname === '/admin/login') history.replaceState(null, '', '/admin/login')

const root = document.getElementById('admin')
if (root)
  createRoot(root).render(
    <StartBoundary>
      <Start token={token} />
    </StartBoundary>,
  )
