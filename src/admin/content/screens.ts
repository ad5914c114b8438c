import { lazy } from 'react'
import type { AdminScreen } from '../admin-screen.ts'
import { recordScreens } from './record-screens.tsx'

export const contentScreens: readonly AdminScreen[] = [
  {
    name: 'pages',
    label: 'Pages',
    icon: 'file',
    group: 'Content',
    permission: 'content.read',
    list: lazy(() => import('./pages/page-list.tsx')),
    show: lazy(() => import('./pages/page-editor.tsx')),
    letter: 'e',
  },
  ...recordScreens,
]
