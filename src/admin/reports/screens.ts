import { lazy } from 'react'
import type { AdminScreen } from '../admin-screen.ts'

export const screens: readonly AdminScreen[] = [
  {
    name: 'reports',
    label: 'Reports',
    icon: 'chart',
    group: 'Reports',
    permission: 'reports.read',
    list: lazy(() => import('./report-screen.tsx')),
    words:
      'sales revenue tax coupons returns stock margin funnel liability gift cards store credit statistics analytics',
    letter: 'r',
  },
]
