import { lazy } from 'react'
import type { AdminScreen } from '../admin-screen.ts'

export const screens: readonly AdminScreen[] = [
  {
    name: 'customers',
    label: 'Customers',
    icon: 'users',
    group: 'Customers',
    permission: 'customers.read',
    list: lazy(() => import('./customer-list.tsx')),
    show: lazy(() => import('./customer-screen.tsx')),
    letter: 'c',
  },
  {
    name: 'customer-segments',
    label: 'Segments and groups',
    icon: 'layers',
    group: 'Customers',
    permission: 'customers.read',
    list: lazy(() => import('./segment-list.tsx')),
  },
  {
    name: 'consent-records',
    label: 'Consent records',
    icon: 'cookie',
    group: 'Customers',
    permission: 'customers.read',
    list: lazy(() => import('./consent-list.tsx')),
  },
]
